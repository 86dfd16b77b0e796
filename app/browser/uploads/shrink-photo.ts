import { CLIENT_COMPRESSION } from '~/models/photo/rules';
import type compressImage from 'browser-image-compression';
import libraryUrl from 'browser-image-compression/dist/browser-image-compression.js?url';

let shrinking: Promise<unknown> = Promise.resolve();

/**
 * Shrinks a photo once those before it are shrunk: several at the same time may need more memory than a cheap phone
 * has. A file that is not an image or cannot be shrunk is returned unchanged.
 * @throws AbortError if `signal` is aborted
 */
export function shrinkInTurn(file: File, signal: AbortSignal): Promise<File> {
  const turn = shrinking.then(() => {
    signal.throwIfAborted();
    return shrinkPhoto(file, signal);
  });
  shrinking = turn.catch(() => undefined);
  return turn;
}

/**
 * Shrinks a photo in a worker before it is sent: WebP of at most 1 MB and 1920 px, with a matching name (rule
 * `uploads.browser`).
 */
async function shrinkPhoto(file: File, signal: AbortSignal): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  try {
    const compress = await loadLibrary();
    const fileType = canEncode(CLIENT_COMPRESSION.fileType)
      ? CLIENT_COMPRESSION.fileType
      : 'image/jpeg';
    const shrunk = await compress(file, {
      ...CLIENT_COMPRESSION,
      fileType,
      useWebWorker: true,
      // Without this the worker would load the library from another server.
      libURL: new URL(libraryUrl, window.location.href).href,
      signal,
    });
    if (shrunk.size >= file.size) return file;
    const name = file.name.replace(/(\.[^.]*)?$/, fileType === 'image/webp' ? '.webp' : '.jpg');
    return new File([shrunk], name, { type: shrunk.type });
  } catch (error) {
    if (signal.aborted) throw error;
    return file;
  }
}

/**
 * Loads the library from the file that its worker loads, too, because the one for imports would be as large again. As
 * a script it exports nothing, but leaves a global variable.
 */
async function loadLibrary(): Promise<typeof compressImage> {
  await import(/* @vite-ignore */ libraryUrl);
  return (globalThis as unknown as { imageCompression: typeof compressImage }).imageCompression;
}

/** Safari decodes WebP but writes PNG when asked for WebP, which is much larger than a JPEG. */
function canEncode(type: string): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 1;
  return canvas.toDataURL(type).startsWith(`data:${type}`);
}
