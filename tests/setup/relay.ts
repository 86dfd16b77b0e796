import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A relay between a client and a server on this machine that can be cut, go silent, or change messages. */
export interface Relay {
  port: number;
  /** The number of connections ever made through it. */
  readonly connections: number;
  /** Changes what the server sends; undefined for nothing. */
  tamper: ((said: string) => string) | undefined;
  /** Cuts the current connections. */
  cut(): void;
  /** Cuts them, and refuses new ones until it is up again. */
  down(): Promise<void>;
  up(): Promise<void>;
  /** Stops passing anything on over the current connections, without breaking them. */
  silence(): void;
  /**
   * Holds the next message of a client that matches, and everything after it on its connection, until it is
   * released.
   */
  hold(what: RegExp): Held;
  /** Resolves when there are no connections any more. */
  untilUnused(): Promise<void>;
  stop(): Promise<void>;
}

/** A message that was sent and has not arrived. */
export interface Held {
  /** Resolves when it was sent. */
  said: Promise<void>;
  release(): void;
}

interface Wire {
  client: Socket;
  server: Socket;
  isSilent: boolean;
}

/** FTP's data connections do not go through it, because they use other ports. */
export async function startRelay(port: number): Promise<Relay> {
  const wires = new Set<Wire>();
  const waiting: (() => void)[] = [];
  let gate: { what: RegExp; close(): void; opened: Promise<void> } | undefined;
  const relay = { connections: 0, tamper: undefined as Relay['tamper'] };
  let isDown = false;

  const listener = createServer((client) => {
    // It was made before the listener closed, which waits for it to end.
    if (isDown) return void client.destroy();
    relay.connections += 1;
    const wire: Wire = { client, server: connect(port, '127.0.0.1'), isSilent: false };
    wires.add(wire);
    client.on('data', (chunk) => {
      if (wire.isSilent) return;
      if (!gate?.what.test(chunk.toString())) return void wire.server.write(chunk);
      client.pause();
      gate.close();
      void gate.opened.then(() => {
        wire.server.write(chunk);
        client.resume();
      });
      gate = undefined;
    });
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
  const listen = (at: number) =>
    new Promise<void>((resolve) => listener.listen(at, '127.0.0.1', resolve));
  await listen(0);
  const own = (listener.address() as AddressInfo).port;
  const cut = () => {
    for (const { client } of wires) client.destroy();
  };
  const down = () =>
    new Promise<void>((resolve) => {
      isDown = true;
      listener.close(() => resolve());
      cut();
    });
  return Object.assign(relay, {
    port: own,
    cut,
    down,
    up: () => {
      isDown = false;
      return listen(own);
    },
    silence: () => {
      for (const wire of wires) wire.isSilent = true;
    },
    hold: (what: RegExp) => {
      let release = () => {};
      let close = () => {};
      const opened = new Promise<void>((resolve) => (release = resolve));
      const said = new Promise<void>((resolve) => (close = resolve));
      gate = { what, close, opened };
      return { said, release };
    },
    untilUnused: () =>
      wires.size === 0
        ? Promise.resolve()
        : new Promise<void>((resolve) => {
            waiting.push(resolve);
          }),
    stop: down,
  });
}
