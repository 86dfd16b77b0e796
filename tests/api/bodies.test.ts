import { request as httpRequest, type IncomingMessage } from 'node:http';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { Client } from '../setup/client';
import { builtRoutes } from '../setup/routes';

// What is decided about a body before it is read: its size, and its sender.

const { origin } = inject('postgresServer');
const UPLOADS = [
  '/photos/add',
  '/photos/new',
  '/images/add',
  '/photos/shared',
  '/selfie',
  '/event/image',
  '/api/photos',
  '/api/users/selfie',
  '/api/events/:eventId/image',
];
const MULTIPART = 'multipart/form-data; boundary=here';
const KB = 1024;

interface Early {
  status?: number;
  location?: string;
  message?: string;
}

/**
 * Sends the headers of a body, the beginning and never the rest: whatever the server answers, it has not read
 * the body. A server that waits for all of it would exceed the time limit of the test.
 */
function sendBeginning(path: string, length: number | undefined, type = MULTIPART): Promise<Early> {
  const size = length === undefined ? {} : { 'Content-Length': String(length) };
  const headers = { 'Content-Type': type, ...size };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(origin + path, { method: 'POST', headers });
    outgoing.once('error', reject);
    outgoing.once('response', (answer) => {
      void textOf(answer).then((text) => {
        outgoing.destroy();
        const message = text.startsWith('{') ? (JSON.parse(text) as Early).message : undefined;
        resolve({ status: answer.statusCode, location: answer.headers.location, message });
      }, reject);
    });
    outgoing.write('--here\r\nContent-Disposition: form-data; name="event"\r\n\r\nx');
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return text;
}

/** The path with its parameters filled in. */
const filled = (path: string) => path.replaceAll(/:\w+/g, '1').replace('*', 'nowhere');

describe('a body that is not an upload', () => {
  let addresses: string[];
  beforeAll(async () => {
    const routes = await builtRoutes();
    const taking = routes.filter(({ path, hasAction }) => hasAction && !UPLOADS.includes(path));
    addresses = taking.map(({ path }) => filled(path));
  });

  test('over 128 KB is refused at every URL, before it is read', async () => {
    expect(addresses.length).toBeGreaterThan(60);
    const tooLarge = { status: 413, location: undefined, message: 'This request is too large' };
    for (const type of [MULTIPART, 'application/x-www-form-urlencoded', 'application/json']) {
      for (const path of addresses) {
        const answers = [sendBeginning(path, 128 * KB + 1, type)];
        // As scripts post it.
        if (!path.startsWith('/api/')) {
          answers.push(sendBeginning(`${path}.data`, 128 * KB + 1, type));
        }
        for (const answer of await Promise.all(answers)) {
          expect([path, type, answer]).toEqual([path, type, tooLarge]);
        }
      }
    }
  });

  test('must state its length, even if it is multipart', async () => {
    for (const path of addresses) {
      const { status } = await sendBeginning(path, undefined);
      expect([path, status]).toEqual([path, 411]);
    }
    expect((await sendBeginning('/api/login', undefined, 'application/json')).status).toBe(411);
  });

  test('of 100 KB is read', async () => {
    const client = new Client(origin);
    const json = { event: 'x'.repeat(100 * KB) };
    expect((await client.post('/api/login', json)).status).toBe(400);
    const form = new FormData();
    form.set('event', json.event);
    expect((await client.request('POST', '/auth/join', { body: form })).status).toBe(400);
    expect((await client.submit('/auth/join', json)).status).toBe(400);
  });

  test('that is too large and sent completely is answered too', async () => {
    const client = new Client(origin);
    const event = 'x'.repeat(130 * KB);
    expect((await client.post('/api/login', { event })).status).toBe(413);
    expect((await client.submit('/auth/join', { event })).status).toBe(413);
  });
});

describe('an upload', () => {
  test.each(UPLOADS)('%s: a stranger is refused before the body is read', async (path) => {
    const refusal = path.startsWith('/api/')
      ? { status: 401, location: undefined, message: 'Authentication required' }
      : { status: 302, location: '/auth', message: undefined };
    expect(await sendBeginning(filled(path), 20 * KB * KB)).toEqual(refusal);
    // It may come without a length.
    expect(await sendBeginning(filled(path), undefined)).toEqual(refusal);
  });

  test.each(UPLOADS)(
    '%s: without multipart it has the small limit of everything else',
    async (path) => {
      const type = 'application/x-www-form-urlencoded';
      expect((await sendBeginning(filled(path), 128 * KB + 1, type)).status).toBe(413);
    },
  );

  test.each(UPLOADS)('%s: far larger than a photo is refused for everybody', async (path) => {
    expect((await sendBeginning(filled(path), 100 * KB * KB + 1)).status).toBe(413);
  });
});
