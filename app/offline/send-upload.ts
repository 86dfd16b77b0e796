import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { waitBeforeNext } from './busy-wait';

/** Why an upload did not arrive: a rule's code, or a server out of reach, online or not. */
export type UploadFailure = ErrorCode | 'offline';

export interface Upload {
  url: string;
  fields: Record<string, string>;
  file: File;
  /** Whole percent of what has left this device. */
  onProgress(percent: number): void;
  signal: AbortSignal;
}

/**
 * Posts a file as a form and asks for JSON. Where too many wait already it is sent again later (rule
 * `uploads.queue`): of a party that sends all its photos at once, each arrives.
 * @returns null when the server has it
 * @throws AbortError when `signal` says so
 */
export async function sendUpload(upload: Upload): Promise<UploadFailure | null> {
  for (let tries = 1; ; tries += 1) {
    const { failure, retryAfter } = await post(upload);
    const wait = failure === 'busy' ? waitBeforeNext(tries, retryAfter) : null;
    if (wait === null) return failure;
    await pause(wait, upload.signal);
  }
}

/** XMLHttpRequest, because fetch cannot tell how much has been sent. */
function post({ url, fields, file, onProgress, signal }: Upload) {
  return new Promise<{ failure: UploadFailure | null; retryAfter: number }>((resolve, reject) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('image', file);

    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(Math.floor((event.loaded / event.total) * 100));
    };
    request.onload = () => {
      const retryAfter = Number(request.getResponseHeader('Retry-After') ?? Number.NaN);
      resolve({ failure: failureOf(request), retryAfter });
    };
    request.onerror = () => resolve({ failure: 'offline', retryAfter: Number.NaN });
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

/** @throws AbortError when `signal` says so */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('Upload cancelled', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function failureOf(request: XMLHttpRequest): UploadFailure | null {
  const answer = request.response as { ok?: unknown; code?: unknown } | null;
  if (request.status < 300 && answer?.ok === true) return null;
  if (isCode(answer?.code)) return answer.code;
  // A proxy in front refused it before the application could say why.
  return request.status === 413 ? 'file_too_large' : 'unknown';
}
