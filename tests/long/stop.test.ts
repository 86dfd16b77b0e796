import { readdir } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { join as joinPath } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Client } from '../setup/client';
import type { TestServer } from '../setup/server';
import {
  createParty,
  join,
  sendPhoto,
  signInAdministrator,
  smallJpeg,
  type Person,
} from '../api/party';
import { startApart } from '../api/servers';
import { open } from '../api/pages';

// A server that is about to stop, one whose disk is full, and the limits of one guest.

async function start(env: Record<string, string> = {}): Promise<TestServer> {
  const server = await startApart(env);
  onTestFinished(async () => {
    await server.stop();
    await server.clean();
  });
  return server;
}

/** One request, and its result. */
function ask(url: string, agent: Agent | false) {
  return new Promise<{ status: number; connection: string | undefined } | string>((resolve) => {
    const outgoing = request(url, { agent }, (response) => {
      const { statusCode = 0, headers } = response;
      response.resume().on('end', () => {
        resolve({ status: statusCode, connection: headers.connection });
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken')).end();
  });
}

test('SIGTERM: not ready at once; for the delay all are served and disconnected; then none', async () => {
  const server = await start({ STOP_DELAY_SECONDS: '4' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const ready = `${server.origin}/readyz`;
  expect(await (await fetch(ready)).json()).toEqual({ status: 'ready' });
  expect(await ask(ready, agent)).toEqual({ status: 200, connection: 'keep-alive' });

  const begun = Date.now();
  const stopped = server.stop();
  await expect.poll(async () => (await fetch(ready)).status, { interval: 20 }).toBe(503);
  expect(await (await fetch(ready)).json()).toEqual({ status: 'not ready', reason: 'stopping' });
  // Kept alive from before, and new ones.
  expect(await ask(`${server.origin}/auth`, agent)).toEqual({ status: 200, connection: 'close' });
  const answers = new Set<string>();
  do {
    answers.add(JSON.stringify(await ask(`${server.origin}/auth`, false)));
  } while (Date.now() - begun < 2500);
  expect([...answers]).toEqual([JSON.stringify({ status: 200, connection: 'close' })]);
  expect(await stopped).toBe(0);
  expect(Date.now() - begun).toBeGreaterThanOrEqual(4000);
  expect(await ask(ready, false)).toBe('ECONNREFUSED');
});

/** Sends the beginning of an upload and nothing more. */
async function sendHalf({ client, user }: Person, origin: string) {
  const jpeg = await smallJpeg();
  const form = new FormData();
  form.set('data', JSON.stringify({ userId: user.id, eventId: user.eventId, position: 1 }));
  form.set('image', new Blob([Uint8Array.from(jpeg)]), 'photo.jpg');
  const body = new Response(form);
  const bytes = Buffer.from(await body.arrayBuffer());
  const { port } = new URL(origin);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk))).on('error', () => undefined);
  const head = [
    'POST /api/photos HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${client.cookies.header()}`,
    `Content-Type: ${body.headers.get('Content-Type')}`,
    `Content-Length: ${bytes.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(bytes.subarray(0, -20));
  return { answer: () => answer, end: () => socket.write(bytes.subarray(-20)) };
}

test('four uploads of one guest are received at once, and a stop leaves none of them', async () => {
  const server = await start();
  const party = await createParty(server.origin);
  const [guest, other] = [await join(party), await join(party)];
  const folder = joinPath(server.dataDir, 'snapodium-uploads');
  const left = () => readdir(folder);
  const halves = await Promise.all(
    Array.from({ length: 20 }, () => sendHalf(guest, server.origin)),
  );
  const refused = () => halves.filter(({ answer }) => answer().startsWith('HTTP/1.1 503 '));
  await expect.poll(() => refused().length).toBe(16);
  expect(refused()[0]?.answer()).toMatch(/^Retry-After: 5\r$/im);
  await expect.poll(left).toHaveLength(4);
  expect((await sendPhoto(other, 1, await smallJpeg())).status).toBe(201);

  const running = halves.find((half) => !refused().includes(half));
  running?.end();
  await expect.poll(() => running?.answer()).toMatch(/^HTTP\/1\.1 201 /);
  await expect.poll(left).toHaveLength(3);
  expect(await server.stop()).toBe(0);
  expect(await left()).toEqual([]);
});

test('a full disk refuses uploads, and guests, monitoring and administrator are told', async () => {
  // More than any disk has.
  const server = await start({ DISK_RESERVE_MB: '1000000000' });
  const party = await createParty(server.origin);
  const guest = await join(party);
  const answer = await sendPhoto(guest, 1, await smallJpeg());
  expect(answer).toMatchObject({
    status: 503,
    json: { message: 'There is no room for more photos at the moment. Please try again later.' },
  });
  expect(answer.headers.get('Retry-After')).toBe('60');
  const health = await new Client(server.origin).get('/healthz');
  expect([health.status, health.json]).toMatchObject([503, { status: 'failing', part: 'disk' }]);
  const ready = await new Client(server.origin).get('/readyz');
  expect([ready.status, ready.json]).toEqual([503, { status: 'not ready', reason: 'disk' }]);
  // The server still answers: a restart makes no room, and photos can still be seen.
  expect((await new Client(server.origin).get('/livez')).status).toBe(200);
  expect((await guest.client.get('/feed')).status).toBe(200);
  const desk = (await open(party.organizer.client.speak('en'), '/')).text;
  expect(desk).toContain('No room for photos');
  expect(desk).not.toMatch(/disk/i);
  const admin = await signInAdministrator(server.origin);
  expect((await open(admin.speak('en'), '/admin')).text).toContain('Full: no uploads');
});
