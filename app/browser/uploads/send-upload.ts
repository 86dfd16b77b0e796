import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { endpoints } from '~/endpoints';
import { paths } from '~/paths';
import type { Said } from '~/browser/answer';
import type { PendingUpload } from './pending-uploads';
import { isFinalStatus } from '~/browser/final-status';
import { noteAnswer, noteSilence } from '~/browser/reach';

/**
 * Why an upload failed: an error code, or no server, online or not. `busy` stands for a server that answers
 * and may accept it later.
 */
export type UploadFailure = ErrorCode | 'offline';

/** The result of sending. `failure` is null if the server has the upload. */
export interface Sent {
  failure: UploadFailure | null;
  /** The seconds after which the server asks to retry; NaN if it does not say. */
  retryAfter: number;
  /** The server's notice in the reader's language. */
  toast: Said | null;
  /** The slot it went into. */
  position?: number;
}

const isPhoto = ({ position }: PendingUpload) => typeof position === 'number';
const actionFor = (upload: PendingUpload) =>
  isPhoto(upload) ? paths.photoAdd() : endpoints.imageAdd();

/**
 * Without any progress or answer for this long, sending starts again. The server's queue may take a minute.
 */
const SILENCE_MS = 120_000;
/** Without any progress for this long, the rest of the page need not wait for the server either. */
const QUIET_MS = 5000;

/**
 * Posts an upload as the form of its place does, and asks for JSON. It uses XMLHttpRequest because fetch
 * cannot report how much has been sent.
 * @param options.onProgress is called with the whole percent sent
 * @param options.onLeft is called once everything has been sent
 * @throws AbortError if `signal` is aborted
 */
export function sendUpload(
  upload: PendingUpload,
  {
    onProgress,
    onLeft,
    signal,
  }: { onProgress: (percent: number) => void; onLeft: () => void; signal: AbortSignal },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const stopped = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    if (signal.aborted) return stopped();
    const request = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    let quiet: ReturnType<typeof setTimeout> | undefined;
    const hush = () => {
      clearTimeout(silence);
      clearTimeout(quiet);
    };
    const listen = () => {
      hush();
      quiet = setTimeout(noteSilence, QUIET_MS);
      silence = setTimeout(() => {
        resolve(NO_ANSWER);
        request.abort();
      }, SILENCE_MS);
    };
    request.open('POST', actionFor(upload));
    request.setRequestHeader('Accept', 'application/json');
    request.responseType = 'json';
    request.upload.onprogress = (event) => {
      listen();
      if (event.lengthComputable) onProgress(Math.floor((event.loaded / event.total) * 100));
    };
    request.upload.onload = onLeft;
    request.onload = () => {
      const retryAfter = Number(request.getResponseHeader('Retry-After') ?? Number.NaN);
      const answer = readAnswer(request.status, request.response);
      if (answer.failure === 'offline') noteSilence();
      else noteAnswer();
      resolve({ ...answer, retryAfter });
    };
    request.onerror = () => {
      noteSilence();
      resolve(NO_ANSWER);
    };
    request.onabort = stopped;
    request.onloadend = hush;
    signal.addEventListener('abort', () => request.abort());
    listen();
    request.send(formOf(upload));
  });
}

/** The same for the service worker, which has no XMLHttpRequest and shows no progress. */
export async function sendBehind(upload: PendingUpload): Promise<Sent> {
  try {
    const headers = { Accept: 'application/json' };
    const response = await fetch(actionFor(upload), {
      method: 'POST',
      headers,
      body: formOf(upload),
    });
    const answer: unknown = await response.json().catch(() => null);
    return { ...readAnswer(response.status, answer), retryAfter: Number.NaN };
  } catch {
    return NO_ANSWER;
  }
}

function formOf(upload: PendingUpload): FormData {
  const form = new FormData();
  form.set('uploadId', upload.id);
  // Another person may have signed in on this device since.
  form.set('userId', String(upload.userId));
  form.set(isPhoto(upload) ? 'position' : 'place', String(upload.position));
  if (upload.anySlot) form.set('anySlot', '1');
  if (upload.caption) form.set('caption', upload.caption);
  if (upload.missionId) form.set('missionId', String(upload.missionId));
  form.set('image', new File([upload.bytes], upload.name, { type: upload.type }));
  return form;
}

const NO_ANSWER: Sent = { failure: 'offline', retryAfter: Number.NaN, toast: null };

function readAnswer(status: number, answer: unknown): Omit<Sent, 'retryAfter'> {
  const { toast = null, photo } = (answer ?? {}) as {
    toast?: Said | null;
    photo?: { position: number };
  };
  return { failure: failureOf(status, answer), toast, position: photo?.position };
}

/** @param answer the body parsed as JSON; null if it is something else */
function failureOf(status: number, answer: unknown): UploadFailure | null {
  const { ok, code } = (answer ?? {}) as { ok?: unknown; code?: unknown };
  if (status < 300 && ok === true) return null;
  // Redirected to the sign-in: the page that was received is not an answer.
  if (status < 300) return 'authentication_required';
  // Refused by a rule, or by a proxy before the application could say why.
  if (isFinalStatus(status) && isCode(code)) return code;
  if (status === 413) return 'file_too_large';
  // A proxy without a server, or a server without its database.
  const isAway = [502, 503, 504].includes(status) && (code === 'away' || !isCode(code));
  return isAway ? 'offline' : 'busy';
}
