import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Another running server uses the folder. */
export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';

  constructor() {
    super('another running Snapodium uses this folder');
  }
}

/** The state that a claim reports. */
type State = 'starting' | 'held';
/** The state of another claim: `leaving` closed the connection without an answer, `gone` has no listener. */
type Found = State | 'leaving' | 'gone';

/** No system accepts longer socket paths. */
const SOCKET_PATH_MAX = 100;
const NAME = /^in-use(-\w+)?\.sock$/;
/** The fixed name used by earlier versions, whose servers send no state. */
const FORMER_NAME = 'in-use.sock';
/** How long a process that accepts a connection may take to send its state. */
const ANSWER_MS = 2000;
/** The delay before asking a starting process again. */
const AGAIN_MS = 20;

/**
 * Claims a data folder for this process, because two servers on one embedded database would destroy it. The
 * claim is a socket that this process listens on, so it ends with the process, however that ends. Node has no
 * file locks.
 *
 * Each claim has a unique name that is never reused, so a claim that refuses connections may be deleted
 * without hitting a process that has just started. A process holds its claim once it has seen no other live
 * one. Each process publishes its claim before it looks for others, so of two processes at least one sees the
 * other. If several start at the same time, the first by name wins.
 * @returns releases the folder
 * @throws DataInUseError
 */
export async function claimDataDir(dataDir: string): Promise<() => Promise<void>> {
  const folder = await socketFolder(dataDir);
  const name = `in-use-${randomBytes(6).toString('hex')}.sock`;
  let state: State = 'starting';
  const withdraw = await publish(folder, name, () => state);
  try {
    while (await mustWait(folder, name)) await pause(AGAIN_MS);
  } catch (error) {
    await withdraw();
    throw error;
  }
  state = 'held';
  return withdraw;
}

/**
 * Looks for other claims once.
 * @returns whether one is still leaving or giving way to this process
 * @throws DataInUseError when one holds the folder, or is starting and has precedence
 */
async function mustWait(folder: string, name: string): Promise<boolean> {
  const others = (await readdir(folder)).filter((one) => NAME.test(one) && one !== name);
  let isAnotherThere = false;
  for (const other of others) {
    const path = join(folder, other);
    const found = await ask(path);
    const isFirst = found === 'starting' && other < name;
    const isFormer = found === 'leaving' && other === FORMER_NAME;
    if (found === 'held' || isFirst || isFormer) throw new DataInUseError();
    if (found === 'gone') await rm(path, { force: true });
    else isAnotherThere = true;
  }
  return isAnotherThere;
}

/** Listens first and then publishes the socket, so that nobody finds a claim that does not answer yet. */
async function publish(
  folder: string,
  name: string,
  state: () => State,
): Promise<() => Promise<void>> {
  const hidden = join(folder, `new-${name}`);
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.end(state(), () => socket.destroy());
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(hidden, done);
  });
  server.unref();
  await rename(hidden, join(folder, name));
  return async () => {
    await new Promise((done) => server.close(done));
    await rm(join(folder, name), { force: true });
  };
}

/** Asks a claim for its state. One that does not answer in time is alive, and counts as held. */
function ask(path: string): Promise<Found> {
  return new Promise((done) => {
    let said = '';
    const socket = connect(path);
    socket.setTimeout(ANSWER_MS, () => {
      done('held');
      socket.destroy();
    });
    socket.setEncoding('utf8').on('data', (part: string) => (said += part));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') done('gone');
    });
    socket.once('close', () => done(said === 'starting' || said === 'held' ? said : 'leaving'));
  });
}

/** The folder for sockets: the data folder, unless its path is too long for one. Other users may not enter it. */
export async function socketFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir);
  if (folder.length <= SOCKET_PATH_MAX - 'new-in-use-0123456789ab.sock/'.length) return folder;
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const elsewhere = join(tmpdir(), `snapodium-${name}`);
  await mkdir(elsewhere, { recursive: true, mode: 0o700 });
  return elsewhere;
}
