import fs from 'node:fs';
import { chmod, cp, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * How the embedded database runs. PGlite's own words turn flushing off (`-F`); PostgreSQL's usual 160 MB of
 * buffers are more than the rest of a server on a small machine has, and a party's rows are a few megabytes.
 */
const SETTINGS = [
  'fsync=on',
  // PGlite's `fdatasync` does nothing.
  'wal_sync_method=fsync',
  'shared_buffers=16MB',
  'wal_buffers=1MB',
  'max_connections=10',
];

/** What PGlite is to open a folder with. */
export function embeddedOptions(folder: string) {
  const usual = PGlite.defaultStartParams.filter((word) => word !== '-F');
  return {
    fs: new FlushedFiles(folder),
    startParams: [...usual, ...SETTINGS.flatMap((setting) => ['-c', setting])],
  };
}

/** The parts of Emscripten's files that flushing needs, which PGlite's types leave out. */
interface NodeStream {
  /** The system's number of an open file; folders have none. */
  nfd?: number;
  node: object;
}
interface NodeFiles {
  stream_ops: { fsync?(stream: NodeStream): number };
  realPath(node: object): string;
}

/**
 * A folder whose files reach the disk when PostgreSQL says so. Emscripten's files have no `fsync` of their own,
 * and take that for done: with it turned on alone, a power cut would still lose what was acknowledged.
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

/** A folder's list of names is flushed through the folder. */
function flushFolder(path: string): void {
  const folder = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(folder);
  } finally {
    fs.closeSync(folder);
  }
}

/**
 * Puts a copy of an empty database where there is none: to make one takes PGlite 800 MB of memory. A start that
 * was killed halfway leaves a folder that the next one does not look at.
 */
export async function copyEmptyDatabase(empty: string, folder: string): Promise<void> {
  const beside = `${folder}.new`;
  await rm(beside, { recursive: true, force: true });
  await cp(empty, beside, { recursive: true });
  await chmod(beside, 0o700);
  for (const entry of await readdir(beside, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    // The build's are as open as whoever built it left them.
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
