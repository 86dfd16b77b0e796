import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import {
  FILE_MAX_BYTES,
  MANIFEST,
  type ArchiveFile,
  type ArchiveReader,
  type ArchiveWriter,
} from './archive';

/** Writes files into a tar, as fast as the target takes them. */
export function packInto(target: Writable) {
  const tar = pack();
  const written = pipeline(tar, target);
  // `add` and `end` reject with the error. Without a listener here it would end the process.
  written.catch(() => undefined);
  return {
    add: (name: string, bytes: Uint8Array, mtime: Date): Promise<void> => {
      const added = new Promise<void>((done, fail) => {
        const header = { name, size: bytes.byteLength, mtime, mode: 0o600 };
        const entry = tar.entry(header, (error) => (error ? fail(error) : done()));
        entry.end(bytes);
      });
      // A target that fails takes no more, so the entry would never end.
      return Promise.race([added, written]);
    },
    end: async (): Promise<void> => {
      tar.finalize();
      await written;
    },
    abort: (): void => void tar.destroy(),
  };
}

/** The files of a tar, one after the other. One that is not read is skipped. */
export async function* unpack(source: Readable): AsyncGenerator<ArchiveFile> {
  const tar = extract();
  // The loop below throws the error.
  pipeline(source, tar).catch(() => undefined);
  for await (const entry of tar) {
    const { name, size = 0, type } = entry.header;
    if (size > FILE_MAX_BYTES) throw new Error(`${name} is too long`);
    let isRead = false;
    if (type === 'file') {
      yield {
        name,
        read: async () => {
          isRead = true;
          const parts: Buffer[] = [];
          for await (const part of entry) parts.push(part as Buffer);
          return Buffer.concat(parts);
        },
      };
    }
    if (!isRead) entry.resume();
  }
}

/** Writes a backup beside its place, readable by its owner only, and renames it when it is complete. */
export async function createTar(path: string): Promise<ArchiveWriter> {
  const beside = `${path}.part`;
  await rm(beside, { force: true });
  const file = await open(beside, 'wx', 0o600);
  const tar = packInto(file.createWriteStream({ flush: true }));
  return {
    earlier: null,
    has: async () => false,
    add: tar.add,
    finish: async (manifest) => {
      await tar.add(MANIFEST, Buffer.from(manifest), new Date());
      await tar.end();
      await rename(beside, path);
    },
    abandon: async () => {
      tar.abort();
      await rm(beside, { force: true });
    },
  };
}

export function openTar(path: string): ArchiveReader {
  return { files: () => unpack(createReadStream(path)) };
}
