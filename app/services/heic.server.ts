import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';

/** Far beyond what the largest accepted photo takes; a decoder that runs on is stopped. */
const TIMEOUT_MS = 60_000;

// Given as source, because a worker must start the same way from the sources and from the bundle.
// Errors while decoding come as a message; only errors before that end the thread with an error.
const WORKER_SOURCE = `
  const { readFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const decode = require(workerData.decoder);
  const buffer = readFileSync(workerData.path);
  process.on('uncaughtException', (error) => parentPort.postMessage({ failure: String(error) }));
  decode({ buffer }).then(({ width, height, data }) => {
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    parentPort.postMessage({ width, height, data: pixels }, [pixels.buffer]);
  });
`;

/** The decoder could not be started, or its thread ended on its own: no fault of the file. */
export class HeicDecoderError extends Error {
  override readonly name = 'HeicDecoderError';
}

/** Pixels of a HEIC as red, green, blue, alpha; turned upright already. */
export interface HeicPixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** What decodes a HEIC file, by its path. */
export type HeicDecoder = (path: string) => Promise<HeicPixels>;

/**
 * Decodes a HEIC file's main image in a thread of its own: the decoder is WebAssembly that would
 * hold up every other request, and its memory is given back only when its thread ends.
 * @throws when libheif cannot decode it, or not within a minute; HeicDecoderError when that has
 *   nothing to do with the file
 */
export async function decodeHeic(path: string): Promise<HeicPixels> {
  const worker = startWorker(path);
  try {
    return await new Promise<HeicPixels>((resolve, reject) => {
      const overdue = setTimeout(() => reject(new Error('HEIC: takes too long')), TIMEOUT_MS);
      worker.once('message', (answer: HeicPixels | { failure: string }) => {
        if ('failure' in answer) reject(new Error(`HEIC: ${answer.failure}`));
        else resolve(answer);
      });
      worker.once('error', (error) => {
        reject(new HeicDecoderError('the decoder did not start', { cause: error }));
      });
      worker.once('exit', () => {
        clearTimeout(overdue);
        reject(new HeicDecoderError('the decoder stopped'));
      });
    });
  } finally {
    await worker.terminate();
  }
}

function startWorker(path: string): Worker {
  try {
    const decoder = createRequire(import.meta.url).resolve('heic-decode');
    return new Worker(WORKER_SOURCE, { eval: true, workerData: { decoder, path } });
  } catch (error) {
    throw new HeicDecoderError('the decoder did not start', { cause: error });
  }
}

/** A PNG's signature and its first chunk, after which a colour profile belongs. */
const PNG_HEAD_BYTES = 8 + 25;

/**
 * Puts a colour profile into a PNG that has none. libheif hands out plain numbers, and those of an
 * iPhone mean Display P3: read as sRGB they would look dull.
 */
export function withColourProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([
    png.subarray(0, PNG_HEAD_BYTES),
    length,
    body,
    checksum,
    png.subarray(PNG_HEAD_BYTES),
  ]);
}
