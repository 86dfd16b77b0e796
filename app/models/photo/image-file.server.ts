import { crc32 } from 'node:zlib';
import type { Db } from '~db/client.server';
import { ImageError, type ImageProcessor, type ProcessedImage } from '~/services/images.server';
import { newImageKey } from '~/services/storage/keys.server';
import type { StorageName } from '~/services/storage/drivers.server';
import type { SomeFiles } from '~/services/storage/store';
import type { MediaStorage } from '~/services/storage/types';
import { DomainError } from '../errors';
import {
  planMove,
  cancelRemoval,
  claimRemoval,
  planRemoval,
  type FileLog,
} from '../storage/file-work.server';
import { carryOutRemoval } from '../storage/file-removal.server';

/** What storing an image needs from the application. */
export interface ImageDeps {
  db: Db;
  storage: MediaStorage;
  images: ImageProcessor;
  log?: FileLog;
}

/** An image whose files are written: the values for its row. */
interface StoredImage {
  storage: StorageName;
  key: string;
  /** The size of the full file. */
  bytes: number;
  /** CRC-32 of the full file. */
  crc: number;
  width: number;
  height: number;
  placeholder: string;
}

/** An upload in a temporary file that the caller deletes; null if none was sent. */
export type GivenFile = { path: string; bytes?: number } | null;

/**
 * Returns the upload.
 * @throws DomainError file_required
 */
export function requireFile(file: GivenFile): NonNullable<GivenFile> {
  if (!file) throw new DomainError('file_required');
  return file;
}

/** Planned removals of files that are being written wait this long. A slower upload counts as failed. */
const UPLOAD_MS = 60 * 60 * 1000;
const BUSY_RETRY_S = 5;

/**
 * Decodes an uploaded file, writes its images and commits the row that owns them (rule `storage.removal`).
 * The removal of the files is planned before the first one is written, and the transaction that commits the
 * row cancels it. So after a crash at any moment the removal job deletes files without a row, and no row is
 * committed without its files. If the wanted storage does not answer, the next one takes the image, and the
 * row's transaction also plans its move.
 * @param params.userId the image's owner; many images of one user do not delay other users
 * @param params.file the upload in a temporary file that the caller deletes
 * @param commit writes the row in the given transaction
 * @throws DomainError invalid_image, too_many_pixels, busy, and whatever `commit` throws
 */
export async function storeImage<T>(
  deps: ImageDeps,
  { eventId, userId, file }: { eventId: number; userId: number; file: NonNullable<GivenFile> },
  commit: (tx: Db, image: StoredImage) => Promise<T>,
): Promise<T> {
  const { files, width, height, placeholder } = await processImage(deps, file, userId);
  const bytes = files.full.byteLength;
  const crc = crc32(files.full);
  return storeFiles(deps, { eventId, files }, (tx, place) =>
    commit(tx, { ...place, bytes, crc, width, height, placeholder }),
  );
}

/**
 * The same for files that are processed already: writes them under a new key and commits the row that owns them.
 * @throws DomainError busy, and whatever `commit` throws
 */
export async function storeFiles<T>(
  deps: Omit<ImageDeps, 'images'>,
  { eventId, files }: { eventId: number; files: SomeFiles },
  commit: (tx: Db, place: Pick<StoredImage, 'storage' | 'key'>) => Promise<T>,
): Promise<T> {
  const key = newImageKey(eventId);
  const wanted = deps.storage.wanted;
  const written = await writeSomewhere(deps, { key, files });
  try {
    return await deps.db.transaction(async (tx) => {
      const { storage } = written;
      const row = await commit(tx, { storage, key });
      if (storage !== wanted) await planMove(tx, { key, target: wanted });
      if (!(await cancelRemoval(tx, { id: written.removalId }))) throw new DomainError('unknown');
      return row;
    });
  } catch (error) {
    await removeAtOnce(deps, written.removalId);
    throw error;
  }
}

/**
 * Writes an image to the first storage that accepts it. A removal is planned for each storage that is tried.
 * After a failure it stays planned, because that storage may have stored some of the files.
 * @throws DomainError busy when no storage accepts it
 */
async function writeSomewhere(
  deps: Omit<ImageDeps, 'images'>,
  { key, files }: { key: string; files: SomeFiles },
): Promise<{ storage: StorageName; removalId: number }> {
  const notBefore = new Date(Date.now() + UPLOAD_MS);
  const targets = deps.storage.targets();
  for (const [index, storage] of targets.entries()) {
    const removalId = await planRemoval(deps.db, { storage, key, notBefore });
    try {
      await deps.storage.write(storage, key, files);
      return { storage, removalId };
    } catch (error) {
      if (index === targets.length - 1) {
        deps.log?.error({ err: error, key, storage }, 'an image could not be stored');
        await removeAtOnce(deps, removalId);
        throw new DomainError('busy', { retryAfter: BUSY_RETRY_S, cause: error });
      }
      deps.log?.warn({ err: error, key, storage }, 'an image goes to another storage');
    }
  }
  throw new Error('there is no storage');
}

async function processImage(
  { images, log }: Pick<ImageDeps, 'images' | 'log'>,
  { path, bytes }: NonNullable<GivenFile>,
  owner: number,
): Promise<ProcessedImage> {
  try {
    return await images.process(path, { owner });
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    const figures = { ...(bytes !== undefined && { bytes }), ...error.figures };
    switch (error.reason) {
      case 'too_many_pixels':
        throw new DomainError('too_many_pixels', { figures, cause: error });
      case 'failed':
        log?.error({ err: error }, 'an image could not be processed');
        throw new DomainError('busy', { retryAfter: BUSY_RETRY_S, figures, cause: error });
      case 'busy':
        throw new DomainError('busy', { retryAfter: BUSY_RETRY_S, figures, cause: error });
      default:
        throw new DomainError('invalid_image', { figures, cause: error });
    }
  }
}

/**
 * Removes the files of an image whose row was not committed. It only carries out a removal that is still
 * planned: if the answer to a commit was lost, the commit may have succeeded and canceled the removal. A
 * failure here is logged, not thrown, so that the caller gets the first error; the removal stays planned.
 */
async function removeAtOnce(deps: Omit<ImageDeps, 'images'>, id: number): Promise<void> {
  try {
    const now = () => new Date();
    const removal = await claimRemoval(deps.db, { id, now: now() });
    if (removal) await carryOutRemoval(deps, { removal, now });
  } catch (error) {
    // The database does not answer. The removal job carries out the plan once it does.
    deps.log?.warn({ err: error, removal: id }, 'files of no row wait for the removal job');
  }
}
