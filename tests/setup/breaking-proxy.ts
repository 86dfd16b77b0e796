import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where a request is cut: before it is passed on, after this many bytes of its body, or before its answer
 * arrives. `held` means that it is never answered.
 */
export type Cut = 'before' | 'after' | 'held' | { inBody: number };

/** An unreliable network between browsers and a server on this machine. */
export interface BreakingProxy {
  origin: string;
  /** Decides for each request whether it is cut; null lets it through. */
  cuts: (request: { method: string; path: string }) => Cut | null;
  /** The requests that were cut so far. */
  readonly broken: { method: string; path: string; cut: Cut }[];
  stop(): Promise<void>;
}

/**
 * Passes requests on to a server and cuts connections on the way. A request that is cut in its body has
 * reached the server in part. One that is cut after it has reached the server completely, and was answered.
 * @param target the server's origin
 */
export async function startBreakingProxy(target: string): Promise<BreakingProxy> {
  const broken: BreakingProxy['broken'] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const path = url.split('?')[0] ?? '/';
    const cut = proxy.cuts({ method, path });
    if (cut) broken.push({ method, path, cut });
    if (cut === 'before') return void incoming.socket.destroy();
    if (cut === 'held') return;
    pass(target, incoming, outgoing, cut);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: BreakingProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => null,
    broken,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}

function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cut: Exclude<Cut, 'before' | 'held'> | null,
): void {
  const { method, url, headers } = incoming;
  const end = () => {
    incoming.socket.destroy();
    upstream.destroy();
  };
  const upstream = ask(new URL(url ?? '/', target), { method, headers }, (answer) => {
    if (cut === 'after') {
      // The answer is complete, so the server has done all its work.
      answer.resume().on('end', end);
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing).on('error', () => undefined);
    answer.on('error', end);
  });
  upstream.on('error', end);
  incoming.on('error', () => upstream.destroy());
  outgoing.on('close', () => outgoing.writableFinished || upstream.destroy());
  if (cut === null || cut === 'after') {
    incoming.pipe(upstream);
    return;
  }
  const most = cut.inBody * Number(headers['content-length'] ?? 0);
  let seen = 0;
  incoming.on('data', (chunk: Buffer) => {
    if (seen + chunk.length >= most) {
      upstream.write(chunk.subarray(0, Math.max(0, most - seen)), end);
      incoming.pause();
    } else upstream.write(chunk);
    seen += chunk.length;
  });
  incoming.on('end', end);
}
