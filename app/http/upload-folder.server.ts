import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '~/models/errors';

/** How many uploads of one sender run at once. A guest's phone sends them one after the other. */
const BODIES_A_PERSON = 4;
/** Seconds until a retry when a user's own uploads take all places. */
const PLACE_RETRY_S = 5;
/** Seconds until a retry when the disk is full, which takes a person to fix. */
const DISK_RETRY_S = 60;
/** A file that was not written for this long was left by a killed server. */
const LEFTOVER_MS = 30 * 60 * 1000;
const SWEEP_MS = 60 * 60 * 1000;

/** The folder for uploads in progress, next to the other private data. */
export interface UploadFolder {
  /**
   * Takes a place for one more upload.
   * @param sender a user's id, or a substitute for a person without one
   * @throws DomainError busy if the sender has four; disk_full if the disk has no room
   */
  enter(sender: number | string): Promise<UploadPlace>;
  /** How many uploads are being received, and how many were refused a place. */
  figures(): { running: number; refused: number };
  /** Deletes files left by killed servers. */
  sweep(): Promise<void>;
  /** Deletes this server's files when no request reads them any more. */
  close(): Promise<void>;
}

/** A place in the folder, for one upload. */
export interface UploadPlace {
  /** The path of the file to create. */
  path: string;
  /** Gives the place back. The file may stay. */
  leave(): void;
}

/** Opens the folder and cleans it up now and every hour. Servers on one machine may share it. */
export async function openUploadFolder({
  dataDir,
  disk,
}: {
  dataDir: string;
  disk: { isFull(): Promise<boolean> };
}): Promise<UploadFolder> {
  const folder = join(dataDir, 'snapodium-uploads');
  const own = `${randomUUID()}-`;
  const bodies = new Map<number | string, number>();
  let refused = 0;
  // Creates the folder again if it was deleted.
  const make = () => mkdir(folder, { recursive: true, mode: 0o700 });

  const removeWhere = async (isOver: (name: string) => Promise<boolean> | boolean) => {
    await make();
    for (const name of await readdir(folder)) {
      if (await isOver(name)) await rm(join(folder, name), { force: true });
    }
  };
  const sweep = () =>
    removeWhere(async (name) => {
      // Another server on this machine may clean up at the same time.
      const found = await stat(join(folder, name)).catch(() => null);
      return found !== null && Date.now() - found.mtimeMs > LEFTOVER_MS;
    });
  await sweep();
  const sweeping = setInterval(() => void sweep().catch(() => undefined), SWEEP_MS).unref();

  return {
    async enter(sender) {
      const count = bodies.get(sender) ?? 0;
      if (count >= BODIES_A_PERSON) {
        refused += 1;
        const figures = { bodies: count, limit: BODIES_A_PERSON };
        throw new DomainError('busy', { retryAfter: PLACE_RETRY_S, figures });
      }
      bodies.set(sender, count + 1);
      const leave = () => {
        const left = (bodies.get(sender) ?? 1) - 1;
        if (left > 0) bodies.set(sender, left);
        else bodies.delete(sender);
      };
      try {
        if (await disk.isFull()) throw new DomainError('disk_full', { retryAfter: DISK_RETRY_S });
        await make();
      } catch (error) {
        leave();
        throw error;
      }
      return { path: join(folder, own + randomUUID()), leave };
    },
    figures: () => ({ running: [...bodies.values()].reduce((sum, one) => sum + one, 0), refused }),
    sweep,
    async close() {
      clearInterval(sweeping);
      await removeWhere((name) => name.startsWith(own));
    },
  };
}
