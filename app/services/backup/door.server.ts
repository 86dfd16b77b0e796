import { chmod, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import type { Readable } from 'node:stream';

/**
 * A socket on this machine that answers everybody who connects, one after the other. Nothing that they send is read.
 * Only users who may enter the socket's folder can connect.
 * @param path must be free for this process alone; what a killed one left there is replaced
 * @param answer writes to the socket and ends it
 * @returns closes it, and aborts the answer in progress
 */
export async function openDoor(
  path: string,
  answer: (socket: Socket) => Promise<void>,
): Promise<() => Promise<void>> {
  await rm(path, { force: true });
  const open = new Set<Socket>();
  let last = Promise.resolve();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).once('close', () => open.delete(socket));
    last = last.then(() => answer(socket)).catch(() => undefined);
    void last.then(() => socket.destroy());
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen({ path }, done);
  });
  await chmod(path, 0o600);
  server.unref();
  return async () => {
    for (const socket of open) socket.destroy();
    await new Promise((done) => server.close(done));
    await last;
  };
}

/** Connects to such a door; null if nobody listens there. */
export function knock(path: string): Promise<Readable | null> {
  return new Promise((done) => {
    const socket = connect({ path });
    socket.once('connect', () => done(socket));
    socket.once('error', () => done(null));
  });
}
