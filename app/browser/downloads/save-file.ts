import { parse } from 'content-disposition';
import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';

/** Larger files are not loaded into memory. The browser downloads them itself. */
const MEMORY_MAX_BYTES = 200_000_000;
/** How long the object URL stays valid, because the browser reads it while it writes the file. */
const ADDRESS_MS = 60_000;

/** The headers with a file's length. One that is made while it is sent has only an estimate. */
const LENGTHS = ['Content-Length', 'X-Estimated-Length'];

/** Why a download failed: an error code, no connection, or a connection that broke off. */
export type DownloadFailure = ErrorCode | 'offline' | 'broken_off';

/** The result of a download. */
type DownloadOutcome =
  { is: 'saved'; name: string } | { is: 'handed_over' } | { is: 'failed'; reason: DownloadFailure };

/** The file to download. */
export interface WantedFile {
  url: string;
  /**
   * Reports the bytes received, and the whole percent, or null if the length is unknown. If it is only
   * estimated, the percent stays below 100 until the end.
   */
  onProgress(bytes: number, percent: number | null): void;
  signal: AbortSignal;
}

/**
 * Downloads a file and lets the browser save it under the name that the server gives.
 * @throws AbortError if `signal` is aborted
 */
export async function saveFile({ url, onProgress, signal }: WantedFile): Promise<DownloadOutcome> {
  try {
    // The server should answer a refusal with a code, not with a page.
    const asking = { headers: { Accept: 'application/json, */*' }, signal };
    if (await isTooLarge(url, asking)) {
      press(url);
      return { is: 'handed_over' };
    }
    const response = await fetch(url, asking);
    const name = nameOf(response);
    if (!response.ok || !response.body || name === null) {
      return { is: 'failed', reason: await reasonOf(response) };
    }
    const percentOf = percentFor(response.headers);
    const chunks = await receive(response.body, (bytes) => onProgress(bytes, percentOf(bytes)));
    const address = URL.createObjectURL(new Blob(chunks));
    press(address, name);
    setTimeout(() => URL.revokeObjectURL(address), ADDRESS_MS);
    return { is: 'saved', name };
  } catch (error) {
    if (signal.aborted) throw error;
    return { is: 'failed', reason: navigator.onLine ? 'broken_off' : 'offline' };
  }
}

function percentFor(headers: Headers): (bytes: number) => number | null {
  const [length, estimate] = LENGTHS.map((name) => Number(headers.get(name)));
  if (length) return (bytes) => Math.floor((bytes / length) * 100);
  if (estimate) return (bytes) => Math.min(Math.floor((bytes / estimate) * 100), 99);
  return () => null;
}

/**
 * Whether a file is too large for memory. Only its headers are requested: a download that is started and given up would
 * be produced twice and counted twice. If the headers are refused, the download itself reports why.
 */
async function isTooLarge(url: string, asking: RequestInit): Promise<boolean> {
  const { ok, headers } = await fetch(url, { ...asking, method: 'HEAD' });
  const lengths = LENGTHS.map((name) => Number(headers.get(name)));
  return ok && Math.max(...lengths) > MEMORY_MAX_BYTES;
}

async function receive(
  body: ReadableStream<Uint8Array>,
  onBytes: (bytes: number) => void,
): Promise<BlobPart[]> {
  const reader = body.getReader();
  const chunks: BlobPart[] = [];
  let bytes = 0;
  onBytes(bytes);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return chunks;
    chunks.push(value as BlobPart);
    bytes += value.byteLength;
    onBytes(bytes);
  }
}

/** The file name in a response; null if the response is not a file. */
function nameOf(response: Response): string | null {
  const header = response.headers.get('Content-Disposition');
  const disposition = header === null ? null : parse(header);
  return disposition?.type === 'attachment' ? (disposition.parameters.filename ?? null) : null;
}

async function reasonOf(response: Response): Promise<DownloadFailure> {
  const answer = (await response.json().catch(() => null)) as { code?: unknown } | null;
  return isCode(answer?.code) ? answer.code : 'unknown';
}

/**
 * Clicks a link.
 * @param name saves the target under this name
 */
function press(address: string, name?: string): void {
  const link = document.createElement('a');
  link.href = address;
  if (name !== undefined) link.download = name;
  link.click();
}
