import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';

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
 * Posts a file as a form and asks for JSON. XMLHttpRequest, because fetch cannot tell how much has
 * been sent.
 * @returns null when the server has it
 * @throws AbortError when `signal` says so
 */
export function sendUpload({ url, fields, file, onProgress, signal }: Upload) {
  return new Promise<UploadFailure | null>((resolve, reject) => {
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
    request.onload = () => resolve(failureOf(request));
    request.onerror = () => resolve('offline');
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function failureOf(request: XMLHttpRequest): UploadFailure | null {
  const answer = request.response as { ok?: unknown; code?: unknown } | null;
  if (request.status < 300 && answer?.ok === true) return null;
  if (isCode(answer?.code)) return answer.code;
  // A proxy in front refused it before the application could say why.
  return request.status === 413 ? 'file_too_large' : 'unknown';
}
