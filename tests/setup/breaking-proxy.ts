import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Where a request is cut: before it is passed on, after this share of its body, or before its answer
 * arrives. `held` means that it is never answered. `pauseAt` delays an answer's part from this text on.
 */
export type Cut = 'before' | 'after' | 'held' | { inBody: number } | Pause;

interface Pause {
  pauseAt: string;
  until: Promise<unknown>;
}

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
    if (isPause(cut)) void passSlowly(target, incoming, outgoing, cut);
    else pass(target, incoming, outgoing, cut);
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

const isPause = (cut: Cut | null): cut is Pause =>
  cut !== null && typeof cut === 'object' && 'pauseAt' in cut;

/** Passes a page on in two parts, uncompressed. */
async function passSlowly(
  target: string,
  { url = '/', headers }: IncomingMessage,
  outgoing: ServerResponse,
  { pauseAt, until }: Pause,
): Promise<void> {
  const { cookie = '', accept = '' } = headers;
  const answer = await fetch(new URL(url, target), { headers: { cookie, accept } });
  const page = await answer.text();
  const place = page.indexOf(pauseAt);
  if (place < 0) throw new Error(`${url} does not contain ${pauseAt}`);
  const kept = [...answer.headers].filter(
    ([name]) => !/^(content-(encoding|length)|connection|transfer-encoding)$/.test(name),
  );
  outgoing.writeHead(answer.status, Object.fromEntries(kept));
  outgoing.write(page.slice(0, place));
  await until;
  outgoing.end(page.slice(place));
}

function pass(
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  cut: Exclude<Cut, 'before' | 'held' | Pause> | null,
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
