import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '~/models/errors';

/** How many bodies of one person are received at once: a guest's phone sends one after the other. */
const BODIES_A_PERSON = 4;
/** When to come back where one's own bodies take all places. */
const PLACE_RETRY_S = 5;
/** When to come back where the disk is full: somebody has to make room. */
const DISK_RETRY_S = 60;
/** What nobody has written to for so long was left by a server that was killed. */
const LEFTOVER_MS = 30 * 60 * 1000;
const SWEEP_MS = 60 * 60 * 1000;

/** Where uploads lie while they are worked on, beside everything else that is private. */
export interface UploadFolder {
  /**
   * A place for one more body of a person.
   * @throws DomainError busy where they have four; disk_full where the disk has no room
   */
  enter(userId: number): Promise<UploadPlace>;
  /** Removes what killed servers have left. */
  sweep(): Promise<void>;
  /** Removes what this server has there: no request reads it any more. */
  close(): Promise<void>;
}

/** A place in the folder, for one body. */
export interface UploadPlace {
  /** No file is there yet. */
  path: string;
  /** Gives the place to another body; the file may stay. */
  leave(): void;
}

/** Opens the folder, and sweeps it now and every hour. Servers of one machine may share it. */
export async function openUploadFolder({
  dataDir,
  disk,
}: {
  dataDir: string;
  disk: { isFull(): Promise<boolean> };
}): Promise<UploadFolder> {
  const folder = join(dataDir, 'snapodium-uploads');
  const own = `${randomUUID()}-`;
  const bodies = new Map<number, number>();
  // Made anew when somebody cleaned the place up.
  const make = () => mkdir(folder, { recursive: true, mode: 0o700 });

  const removeWhere = async (isOver: (name: string) => Promise<boolean> | boolean) => {
    await make();
    for (const name of await readdir(folder)) {
      if (await isOver(name)) await rm(join(folder, name), { force: true });
    }
  };
  const sweep = () =>
    removeWhere(async (name) => {
      // Another server on this machine may be sweeping too.
      const found = await stat(join(folder, name)).catch(() => null);
      return found !== null && Date.now() - found.mtimeMs > LEFTOVER_MS;
    });
  await sweep();
  const sweeping = setInterval(() => void sweep().catch(() => undefined), SWEEP_MS).unref();

  return {
    async enter(userId) {
      const count = bodies.get(userId) ?? 0;
      if (count >= BODIES_A_PERSON) {
        const figures = { bodies: count, limit: BODIES_A_PERSON };
        throw new DomainError('busy', { retryAfter: PLACE_RETRY_S, figures });
      }
      bodies.set(userId, count + 1);
      const leave = () => {
        const left = (bodies.get(userId) ?? 1) - 1;
        if (left > 0) bodies.set(userId, left);
        else bodies.delete(userId);
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
    sweep,
    async close() {
      clearInterval(sweeping);
      await removeWhere((name) => name.startsWith(own));
    },
  };
}
