import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { paths } from '~/paths';
import type { KeptUpload } from './kept-uploads';

/** Why an upload did not arrive: a rule's code, or a server out of reach, online or not. */
export type UploadFailure = ErrorCode | 'offline';

/** How sending went: null when the server has it. */
export interface Sent {
  failure: UploadFailure | null;
  /** Seconds after which the server asks to come back; NaN where it says nothing. */
  retryAfter: number;
}

/**
 * Posts an upload as the slot's form does, and asks for JSON. XMLHttpRequest, because fetch cannot tell
 * how much has been sent.
 * @param options.onProgress hears the whole percent of what has left this device
 * @throws AbortError when `signal` says so
 */
export function sendUpload(
  upload: KeptUpload,
  { onProgress, signal }: { onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    if (signal.aborted) return stopped();
    const request = new XMLHttpRequest();
    request.open('POST', paths.photoAdd());
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.floor((event.loaded / event.total) * 100));
    };
    request.onload = () => {
      const retryAfter = Number(request.getResponseHeader('Retry-After') ?? Number.NaN);
      resolve({ failure: failureOf(request.status, request.response), retryAfter });
    };
    request.onerror = () => resolve({ failure: 'offline', retryAfter: Number.NaN });
    request.onabort = stopped;
    signal.addEventListener('abort', () => request.abort());
    request.send(formOf(upload));
  });
}

/** The same where there is no XMLHttpRequest, and nobody to see how far it is: in the service worker. */
export async function sendBehind(upload: KeptUpload): Promise<Sent> {
  try {
    const headers = { Accept: 'application/json' };
    const response = await fetch(paths.photoAdd(), {
      method: 'POST',
      headers,
      body: formOf(upload),
    });
    const answer: unknown = await response.json().catch(() => null);
    return { failure: failureOf(response.status, answer), retryAfter: Number.NaN };
  } catch {
    return { failure: 'offline', retryAfter: Number.NaN };
  }
}

function formOf({ id, userId, position, name, type, bytes }: KeptUpload): FormData {
  const form = new FormData();
  form.set('uploadId', id);
  // Somebody else may have signed in on this device since.
  form.set('userId', String(userId));
  form.set('position', String(position));
  form.set('image', new File([bytes], name, { type }));
  return form;
}

/** @param answer the body, read as JSON; null where it is something else */
function failureOf(status: number, answer: unknown): UploadFailure | null {
  const { ok, code } = (answer ?? {}) as { ok?: unknown; code?: unknown };
  if (status < 300 && ok === true) return null;
  if (isCode(code)) return code;
  // A proxy in front refused it before the application could say why, or has no server behind it.
  if (status === 413) return 'file_too_large';
  if ([502, 503, 504].includes(status)) return 'offline';
  // Led to the way in: the page that came is no answer.
  return status < 300 ? 'authentication_required' : 'unknown';
}
