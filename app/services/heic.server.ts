import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';

/** Far more than the largest accepted photo takes. A decoder that runs longer is stopped. */
const TIMEOUT_MS = 60_000;

// Inlined as source, because a worker must start the same way from the sources and from the bundle. Decoding
// errors arrive as a message; only earlier errors end the thread with an error.
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

/** The decoder could not start, or its thread ended by itself: not the file's fault. */
export class HeicDecoderError extends Error {
  override readonly name = 'HeicDecoderError';
}

/** The RGBA pixels of a HEIC, already upright. */
export interface HeicPixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Decodes the HEIC file at a path. */
export type HeicDecoder = (path: string) => Promise<HeicPixels>;

/**
 * Decodes a HEIC file's main image in a separate thread: the decoder is WebAssembly that would block all
 * requests, and its memory is only freed when its thread ends.
 * @throws if libheif cannot decode it within a minute; HeicDecoderError if the failure is not the file's
 *   fault
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

/** A PNG's signature and header chunk; a colour profile comes after them. */
const PNG_HEAD_BYTES = 8 + 25;

/**
 * Inserts a colour profile into a PNG without one. libheif returns raw values, and those of an iPhone are
 * Display P3: interpreted as sRGB they look dull.
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
