import type { Db } from '~db/client.server';
import type { StorageName } from '~db/schema';
import { ImageError, type ImageProcessor, type ProcessedImage } from '~/services/images.server';
import { newImageKey } from '~/services/storage/keys.server';
import type { MediaStorage } from '~/services/storage/types';
import { DomainError } from './errors';
import { cancelRemoval, carryOutRemoval, claimRemoval, planRemoval } from './file-removal.server';

/** What storing an image needs of the application. */
export interface ImageDeps {
  db: Db;
  storage: MediaStorage;
  images: ImageProcessor;
}

/** An image whose files are written: what its row has to keep. */
export interface StoredImage {
  storage: StorageName;
  key: string;
  /** Of the full file. */
  bytes: number;
  width: number;
  height: number;
  placeholder: string;
}

/** An upload that takes longer than this has failed. */
const UPLOAD_MS = 60 * 60 * 1000;
const BUSY_RETRY_S = 5;

/**
 * Decodes an uploaded file, writes its images and commits the row that owns them (C§5). Before the
 * first file is written, its removal is planned; the transaction that commits the row takes the plan
 * back. So whatever happens, a crash included, no file stays without a row, and no row is committed
 * without its files.
 * @param params.file the upload, in a temporary file that stays the caller's
 * @param commit writes the row, in the transaction given to it
 * @throws DomainError invalid_image, too_many_pixels, busy, and whatever `commit` throws
 */
export async function storeImage<T>(
  { db, storage, images }: ImageDeps,
  { eventId, file }: { eventId: number; file: { path: string } },
  commit: (tx: Db, image: StoredImage) => Promise<T>,
): Promise<T> {
  const { files, width, height, placeholder } = await processImage(images, file.path);
  const key = newImageKey(eventId);
  const notBefore = new Date(Date.now() + UPLOAD_MS);
  const id = await planRemoval(db, { storage: 'local', key, notBefore });
  try {
    const writtenTo = await storage.write(key, files);
    return await db.transaction(async (tx) => {
      const bytes = files.full.byteLength;
      const image = { storage: writtenTo, key, bytes, width, height, placeholder };
      const row = await commit(tx, image);
      if (!(await cancelRemoval(tx, { id }))) throw new DomainError('unknown');
      return row;
    });
  } catch (error) {
    await removeAtOnce({ db, storage }, id);
    throw error;
  }
}

async function processImage(images: ImageProcessor, path: string): Promise<ProcessedImage> {
  try {
    return await images.process(path);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    switch (error.reason) {
      case 'too_many_pixels':
        throw new DomainError('too_many_pixels', { cause: error });
      case 'busy':
        throw new DomainError('busy', { retryAfter: BUSY_RETRY_S, cause: error });
      default:
        throw new DomainError('invalid_image', { cause: error });
    }
  }
}

/**
 * Removes what was written for a row that never came. Only a plan that still stands is carried out:
 * when the answer to a commit is lost, the row may be there after all. What fails here stays planned,
 * and must not hide the error that led here.
 */
async function removeAtOnce(deps: { db: Db; storage: MediaStorage }, id: number): Promise<void> {
  try {
    const now = new Date();
    const removal = await claimRemoval(deps.db, { id, now });
    if (removal) await carryOutRemoval(deps, { removal, now });
  } catch {
    // The database does not answer; the removal job finds the plan once it does.
  }
}
