import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire between a client and a server on this machine that can be cut, or go silent. */
export interface Relay {
  port: number;
  /** How many connections were ever made through it. */
  readonly connections: number;
  /** How many there are now. */
  readonly open: number;
  /** Cuts all connections there are. */
  cut(): void;
  /** From now on nothing comes through any more, and nothing breaks either. */
  silence(): void;
  /** Resolves when there are no connections any more. */
  untilUnused(): Promise<void>;
  stop(): Promise<void>;
}

/** FTP's data connections do not go through it: they have ports of their own. */
export async function startRelay(port: number): Promise<Relay> {
  const pairs = new Set<[Socket, Socket]>();
  const waiting: (() => void)[] = [];
  let connections = 0;
  let isSilent = false;
  const server = createServer((client) => {
    connections += 1;
    const pair: [Socket, Socket] = [client, connect(port, '127.0.0.1')];
    pairs.add(pair);
    pair.forEach((socket, side) => {
      const other = pair[1 - side];
      socket.on('data', (chunk) => isSilent || other?.write(chunk));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        other?.destroy();
        pairs.delete(pair);
        if (pairs.size === 0) waiting.splice(0).forEach((resolve) => resolve());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => pairs.forEach(([client]) => client.destroy());
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections;
    },
    get open() {
      return pairs.size;
    },
    cut,
    silence: () => {
      isSilent = true;
    },
    untilUnused: () =>
      pairs.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}
