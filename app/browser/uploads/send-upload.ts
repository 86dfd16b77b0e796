import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { endpoints } from '~/endpoints';
import { paths } from '~/paths';
import type { Said } from '~/browser/answer';
import type { KeptUpload } from './pending-uploads';
import { isLastWord } from '~/browser/last-word';
import { noteAnswer, noteSilence } from '~/browser/reach';

/**
 * Why an upload did not arrive: a rule's code, or a server out of reach, online or not. `busy` stands for any
 * server that answers, and may take it later.
 */
export type UploadFailure = ErrorCode | 'offline';

/** How sending went: null when the server has it. */
export interface Sent {
  failure: UploadFailure | null;
  /** Seconds after which the server asks to come back; NaN where it says nothing. */
  retryAfter: number;
  /** What the server says of it, in the reader's words. */
  toast: Said | null;
  /** The slot that it went into. */
  position?: number;
}

const isPhoto = ({ position }: KeptUpload) => typeof position === 'number';
const actionFor = (upload: KeptUpload) =>
  isPhoto(upload) ? paths.photoAdd() : endpoints.imageAdd();

/** Where nothing leaves the device and no answer comes for so long, it is begun anew. The queue is a minute. */
const SILENCE_MS = 120_000;
/** Where that lasts so long, the rest of the page need not wait for the server either. */
const QUIET_MS = 5000;

/**
 * Posts an upload as the form of its place does, and asks for JSON. XMLHttpRequest, because fetch cannot tell
 * how much has been sent.
 * @param options.onProgress hears the whole percent of what has left this device
 * @param options.onLeft is called once all of it has
 * @throws AbortError when `signal` says so
 */
export function sendUpload(
  upload: KeptUpload,
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

/** The same where there is no XMLHttpRequest, and nobody to see how far it is: in the service worker. */
export async function sendBehind(upload: KeptUpload): Promise<Sent> {
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

function formOf(upload: KeptUpload): FormData {
  const form = new FormData();
  form.set('uploadId', upload.id);
  // Somebody else may have signed in on this device since.
  form.set('userId', String(upload.userId));
  form.set(isPhoto(upload) ? 'position' : 'place', String(upload.position));
  if (upload.anySlot) form.set('anySlot', '1');
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

/** @param answer the body, read as JSON; null where it is something else */
function failureOf(status: number, answer: unknown): UploadFailure | null {
  const { ok, code } = (answer ?? {}) as { ok?: unknown; code?: unknown };
  if (status < 300 && ok === true) return null;
  // Led to the way in: the page that came is no answer.
  if (status < 300) return 'authentication_required';
  // A rule has refused it, or a proxy in front before the application could say why.
  if (isLastWord(status) && isCode(code)) return code;
  if (status === 413) return 'file_too_large';
  // A proxy with no server behind it, or a server with no database.
  const isAway = [502, 503, 504].includes(status) && (code === 'away' || !isCode(code));
  return isAway ? 'offline' : 'busy';
}
