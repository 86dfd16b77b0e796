import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DiskFile } from '~/http/mounted';
import { markAnswer } from '~/http/revalidation.server';
import {
  findMedia,
  recordDamage,
  readWidth,
  type FoundWidth,
  type Media,
} from '~/models/photo/media.server';
import { isWholeAt } from '~/services/storage/local.server';
import type { StoredVariant } from '~/services/storage/store';

/** A stored image that the caller may see. */
interface Sent {
  file: { key: string; variant: StoredVariant };
  media: Media;
  audience: 'public' | 'private';
  /** The response if no storage has the file. */
  refuse: () => Promise<Response> | Response;
}

/** Sends a stored image. */
export async function sendStoredImage(
  args: LoaderFunctionArgs,
  { file, media, audience, refuse }: Sent,
): Promise<Response | DiskFile> {
  const { app } = args.context;
  const headers = new Headers({ 'Cache-Control': `${audience}, max-age=31536000, immutable` });
  // The files under a key never change, so key and variant identify the content.
  const source = `${file.key} ${file.variant}`;
  const unchanged = markAnswer(args.request, headers, { source });
  if (unchanged) return unchanged;
  headers.set('Content-Type', 'image/webp');
  const read = async () => {
    const { bytes, damaged } = await readFromCurrentStorage(args, file, media);
    if (damaged.length > 0) await reportDamage(args, file.key, damaged);
    if (!bytes) return refuse();
    if (damaged.length > 0) {
      // A substitute for a damaged file must not be cached, so that the repaired file replaces it at once.
      headers.set('Cache-Control', 'no-store');
      headers.delete('ETag');
    }
    headers.set('Content-Length', String(bytes.byteLength));
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers });
  };
  const path = app.storage.path(media.storage, file.key, file.variant);
  const stated = file.variant === 'full' ? media.bytes : 0;
  return path && isWholeAt(path, stated) ? { path, headers, otherwise: read } : read();
}

/**
 * Reads the file. A cached row may name the storage the image was in before it was moved, so the row is read
 * again if the file is missing.
 */
async function readFromCurrentStorage(
  { context: { app } }: LoaderFunctionArgs,
  file: { key: string; variant: StoredVariant },
  media: Media,
): Promise<FoundWidth> {
  const found = await readWidth(app.storage, { ...media, ...file });
  if (found.bytes) return found;
  const now = await findMedia(app.db, file);
  if (!now || now.storage === media.storage) return found;
  return readWidth(app.storage, { ...now, ...file });
}

async function reportDamage(
  { context: { app, log } }: LoaderFunctionArgs,
  key: string,
  damaged: StoredVariant[],
): Promise<void> {
  log.warn({ key, damaged }, 'stored files are gone or damaged');
  if (damaged.includes('full')) await recordDamage(app.db, { keys: [key], isDamaged: true });
}
