import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A wire between a client and a server on this machine that can be cut, go silent, or lie. */
export interface Relay {
  port: number;
  /** How many connections were ever made through it. */
  readonly connections: number;
  /** What the server says can be changed on its way; undefined for nothing. */
  tamper: ((said: string) => string) | undefined;
  /** Cuts the connections there are. */
  cut(): void;
  /** Through the connections there are nothing comes any more, and nothing breaks either. */
  silence(): void;
  /** Resolves when there are no connections any more. */
  untilUnused(): Promise<void>;
  stop(): Promise<void>;
}

interface Wire {
  client: Socket;
  server: Socket;
  isSilent: boolean;
}

/** FTP's data connections do not go through it: they have ports of their own. */
export async function startRelay(port: number): Promise<Relay> {
  const wires = new Set<Wire>();
  const waiting: (() => void)[] = [];
  const relay = { connections: 0, tamper: undefined as Relay['tamper'] };

  const listener = createServer((client) => {
    relay.connections += 1;
    const wire: Wire = { client, server: connect(port, '127.0.0.1'), isSilent: false };
    wires.add(wire);
    client.on('data', (chunk) => wire.isSilent || wire.server.write(chunk));
    wire.server.on('data', (chunk) => {
      if (wire.isSilent) return;
      client.write(relay.tamper ? relay.tamper(chunk.toString()) : chunk);
    });
    for (const socket of [client, wire.server]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        client.destroy();
        wire.server.destroy();
        wires.delete(wire);
        if (wires.size === 0) for (const resolve of waiting.splice(0)) resolve();
      });
    }
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const { client } of wires) client.destroy();
  };
  return Object.assign(relay, {
    port: (listener.address() as AddressInfo).port,
    cut,
    silence: () => {
      for (const wire of wires) wire.isSilent = true;
    },
    untilUnused: () =>
      wires.size === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            waiting.push(resolve);
          }),
    stop: () =>
      new Promise<void>((resolve) => {
        listener.close(() => resolve());
        cut();
      }),
  });
}
