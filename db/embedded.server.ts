import fs from 'node:fs';
import { chmod, cp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * Settings of the embedded database. PGlite's default parameters disable flushing (`-F`). PostgreSQL's usual
 * 160 MB of buffers exceed the rest of a small server's memory, and a party's rows are a few megabytes.
 */
const SETTINGS = [
  'fsync=on',
  // PGlite's `fdatasync` does nothing.
  'wal_sync_method=fsync',
  'shared_buffers=16MB',
  'wal_buffers=1MB',
  'max_connections=10',
];

/** PGlite's options for a folder. */
export function embeddedOptions(folder: string) {
  const usual = PGlite.defaultStartParams.filter((word) => word !== '-F');
  return {
    fs: new FlushedFiles(folder),
    startParams: [...usual, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  };
}

/** The parts of Emscripten's file system that flushing needs, which PGlite's types leave out. */
interface NodeStream {
  /** The file descriptor of an open file; folders have none. */
  nfd?: number;
  node: object;
}
interface NodeFiles {
  stream_ops: { fsync?(stream: NodeStream): number };
  realPath(node: object): string;
}

/**
 * A file system that flushes files to disk when PostgreSQL asks for it. Emscripten's files have no `fsync`,
 * and treat it as done. So turning fsync on would not be enough: a power cut would still lose acknowledged
 * data.
 */
class FlushedFiles extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const teach = (module: { FS: object }) => {
      const { NODEFS } = (module.FS as { filesystems: { NODEFS: NodeFiles } }).filesystems;
      NODEFS.stream_ops.fsync = ({ nfd, node }) => {
        if (nfd === undefined) flushFolder(NODEFS.realPath(node));
        else fs.fsyncSync(nfd);
        return 0;
      };
    };
    const preRun = [...(emscriptenOpts.preRun as (typeof teach)[]), teach];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** A folder's entries are flushed through the folder. */
function flushFolder(path: string): void {
  const folder = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/**
 * Copies an empty database to a folder that has none, because creating one takes PGlite 800 MB of memory. If
 * the start is killed halfway, the next start ignores the partial copy.
 */
export async function copyEmptyDatabase(empty: string, folder: string): Promise<void> {
  const beside = `${folder}.new`;
  await rm(beside, { recursive: true, force: true });
  await cp(empty, beside, { recursive: true });
  await chmod(beside, 0o700);
  for (const entry of await readdir(beside, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    // The files have the permissions they were built with, which may be too open.
    await chmod(path, entry.isDirectory() ? 0o700 : 0o600);
    if (entry.isDirectory()) flushFolder(path);
    else await flushFile(path);
  }
  await rename(beside, folder);
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
