import { once } from 'node:events';
import { request as ask, type IncomingMessage, type RequestListener } from 'node:http';
import type { RouteConfigEntry } from '@remix-run/route-config';
import { expect, onTestFinished, test } from 'vitest';
import routes from '~/routes';
import { wallPaths } from '~/wall-paths';
import { serve } from './setup/file-server';
import { startNginx } from './setup/nginx';

// The promises of nginx.conf, with scripted servers behind it.

/** nginx in front of servers that answer like this. */
async function before(...answers: RequestListener[]) {
  const servers = await Promise.all(answers.map((answer) => serve(answer)));
  const nginx = await startNginx({ origins: servers.map(({ origin }) => origin) });
  onTestFinished(async () => {
    await nginx.stop();
    await Promise.all(servers.map((server) => server.stop()));
  });
  return { ...nginx, servers };
}

const says =
  (status: number, asked: string[] = []): RequestListener =>
  (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => response.writeHead(status).end());
  };
/** Disconnects whatever the request. */
const dies =
  (asked: string[]): RequestListener =>
  (request) => {
    asked.push(`${request.method} ${request.url}`);
    request.socket.destroy();
  };

/**
 * Sends this many requests, one after the other.
 * @returns the statuses
 */
async function statuses(count: number, url: string, method = 'GET'): Promise<number[]> {
  const all: number[] = [];
  for (let number = 0; number < count; number++) {
    const answer = await fetch(url, { method, body: method === 'POST' ? 'a body' : undefined });
    await answer.arrayBuffer();
    all.push(answer.status);
  }
  return all;
}

test('a stream arrives piece by piece', async () => {
  const asked: (() => void)[] = [];
  const { origin } = await before((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
    response.write('event: ready\n');
    asked.push(() => response.end('event: changes\n'));
  });
  const answer = await fetch(origin);
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const read = async () => new TextDecoder().decode((await reader.read()).value);
  // The end comes only after the beginning has been read.
  expect(await read()).toBe('event: ready\n');
  asked.forEach((end) => end());
  expect(await read()).toBe('event: changes\n');
});

test('the servers learn who asks for what, whatever the client claims', async () => {
  const { origin } = await before((request, response) => {
    response.end(JSON.stringify(request.headers));
  });
  const answer = await fetch(origin, {
    headers: {
      'X-Forwarded-For': '192.0.2.7',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
    },
  });
  const headers = (await answer.json()) as Record<string, string>;
  expect(headers).toMatchObject({
    host: new URL(origin).host,
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
  });
  expect(headers).not.toHaveProperty('x-forwarded-host');
});

test('a name other than the site’s is not answered', async () => {
  const asked: string[] = [];
  const { origin } = await before(says(200, asked));
  const request = ask(origin, { headers: { Host: 'evil.example' } }).end();
  await expect(once(request, 'response')).rejects.toThrow('socket hang up');
  expect(asked).toEqual([]);
});

test('servers take turns', async () => {
  const [one, two]: [string[], string[]] = [[], []];
  const { origin } = await before(says(200, one), says(200, two));
  await statuses(20, origin);
  expect([one.length, two.length]).toEqual([10, 10]);
});

test('a read is answered by another server if one dies; no POST is repeated', async () => {
  const [dead, alive]: [string[], string[]] = [[], []];
  const { origin } = await before(dies(dead), says(200, alive));
  expect(await statuses(2, `${origin}/feed`)).toEqual([200, 200]);
  const before4 = dead.length + alive.length;
  const sent = await statuses(4, `${origin}/star`, 'POST');
  expect(dead.length + alive.length - before4).toBe(4);
  expect(sent.filter((status) => status === 200)).toHaveLength(
    alive.filter((line) => line.startsWith('POST')).length,
  );
});

test('a server that takes no connections is skipped, for every request', async () => {
  const asked: string[] = [];
  const { origin, servers } = await before(says(200), says(200, asked));
  await servers[0]?.stop();
  expect(new Set(await statuses(10, `${origin}/star`, 'POST'))).toEqual(new Set([200]));
  expect(new Set(await statuses(10, `${origin}/feed`))).toEqual(new Set([200]));
  expect(asked).toHaveLength(20);
});

test('an idle connection is given up within the two seconds that a stopping server leaves', async () => {
  const closed: Promise<unknown>[] = [];
  const { origin } = await before((request, response) => {
    closed.push(once(request.socket, 'close'));
    response.end();
  });
  const idle: number[] = [];
  // A busy machine makes a connection end later, never sooner: the shortest of five times counts.
  for (let time = 0; time < 5; time += 1) {
    await statuses(1, origin);
    const asked = performance.now();
    await closed.pop();
    idle.push(performance.now() - asked);
  }
  expect(Math.min(...idle)).toBeLessThan(1900);
});

test('scripts of a version that one server does not have come from the other', async () => {
  const { origin } = await before(says(404), says(200));
  expect(new Set(await statuses(10, `${origin}/assets/page-4f2a.js`))).toEqual(new Set([200]));
  expect(new Set(await statuses(10, `${origin}/photos/1`))).toEqual(new Set([200, 404]));
});

test('an upload is streamed, up to 26 MB', async () => {
  let arrived: (chunk: Buffer) => void = () => undefined;
  const first = new Promise<Buffer>((resolve) => (arrived = resolve));
  const asked: string[] = [];
  const { origin } = await before((request, response) => {
    asked.push(request.url ?? '');
    request.once('data', arrived);
    request.on('end', () => response.end());
  });
  const upload = ask(`${origin}/upload`, { method: 'POST' });
  upload.write('the beginning');
  expect(String(await first)).toBe('the beginning');
  upload.end();
  const [answer] = (await once(upload, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();

  const length = 27 * 1024 * 1024;
  const large = ask(`${origin}/large`, { method: 'POST', headers: { 'Content-Length': length } });
  large.on('error', () => undefined).write('x');
  const [refusal] = (await once(large, 'response')) as [IncomingMessage];
  expect(refusal.statusCode).toBe(413);
  large.destroy();
  expect(asked).toEqual(['/upload']);
});

test('private links are in no log', async () => {
  const links = (routes as RouteConfigEntry[])
    .flatMap(({ path = '' }) => (path.includes(':token') ? [`/${path}`] : []))
    .map((path) => path.replace(':token', 'a-token'));
  expect(links.length).toBeGreaterThan(8);
  const { origin, servers, errors } = await before(says(200));
  await servers[0]?.stop();
  for (const link of [...links, wallPaths.screen('a-token'), '/Return/a-token']) {
    expect([link, await statuses(1, `${origin}${link}`)]).toEqual([link, [502]]);
  }
  expect(await statuses(1, `${origin}/top`)).toEqual([502]);
  expect(await errors()).toContain('/top');
  expect(await errors()).not.toContain('a-token');
});
