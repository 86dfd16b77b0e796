import { parse } from 'content-disposition';
import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';

/** Larger files are not held in memory: the browser downloads them by its own means. */
const HELD_MAX_BYTES = 200_000_000;
/** A browser needs the address for as long as it writes the file. */
const ADDRESS_MS = 60_000;

/** Why a file did not come: a rule's code, or no connection to speak of. */
export type DownloadFailure = ErrorCode | 'offline' | 'broken_off';

/** How a download went. */
export type DownloadOutcome =
  { is: 'saved'; name: string } | { is: 'handed_over' } | { is: 'failed'; reason: DownloadFailure };

/** A file that is wanted. */
export interface WantedFile {
  url: string;
  /** How much has come: bytes, and whole percent, or null where that cannot be told. */
  onProgress(bytes: number, percent: number | null): void;
  signal: AbortSignal;
}

/**
 * Fetches a file and hands it to the browser to save, under the name that the server gave it.
 * @throws AbortError when `signal` says so
 */
export async function saveFile({ url, onProgress, signal }: WantedFile): Promise<DownloadOutcome> {
  try {
    // A refusal is to come as a code, not as another page.
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
    const expected = Number(response.headers.get('Content-Length'));
    const chunks = await receive(response.body, (bytes) =>
      onProgress(bytes, expected > 0 ? Math.floor((bytes / expected) * 100) : null),
    );
    const address = URL.createObjectURL(new Blob(chunks));
    press(address, name);
    setTimeout(() => URL.revokeObjectURL(address), ADDRESS_MS);
    return { is: 'saved', name };
  } catch (error) {
    if (signal.aborted) throw error;
    return { is: 'failed', reason: navigator.onLine ? 'broken_off' : 'offline' };
  }
}

/**
 * Whether a file is too large to hold, by its headers alone: a download that was begun and given up would be
 * made twice, and counted twice. Why one is refused says the download itself.
 */
async function isTooLarge(url: string, asking: RequestInit): Promise<boolean> {
  const { ok, headers } = await fetch(url, { ...asking, method: 'HEAD' });
  // What is made while it is sent has no length, and a guess at it.
  const lengths = ['Content-Length', 'X-Estimated-Length'].map((name) => Number(headers.get(name)));
  return ok && Math.max(...lengths) > HELD_MAX_BYTES;
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

/** The name of a file that is to be saved; null for an answer that is none. */
function nameOf(response: Response): string | null {
  const header = response.headers.get('Content-Disposition');
  const disposition = header === null ? null : parse(header);
  return disposition?.type === 'attachment' ? (disposition.parameters.filename ?? null) : null;
}

async function reasonOf(response: Response): Promise<DownloadFailure> {
  const answer = (await response.json().catch(() => null)) as { code?: unknown } | null;
  return isCode(answer?.code) ? answer.code : 'unknown';
}

/** A press on a link. @param name saves what it leads to under this name */
function press(address: string, name?: string): void {
  const link = document.createElement('a');
  link.href = address;
  if (name !== undefined) link.download = name;
  link.click();
}
