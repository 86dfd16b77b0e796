import { createCookie } from '@remix-run/node';
import { expect, it } from 'vitest';
import type { RequestArgs, RequestContext } from './context';
import { createLastEventCookie, readLastEvent, rememberEvent } from './last-event.server';
import { createSessionStore, getSession } from './session.server';

const envOf = (...secrets: string[]) => ({ SESSION_SECRET: secrets }) as never;
const OURS = envOf('ours');

/** A request with a cookie, to a server with these secrets. */
function requestWith(cookie: string | null, env = OURS, url = 'http://localhost/'): RequestArgs {
  const app = { lastEvent: createLastEventCookie(env), sessions: createSessionStore(env) };
  return {
    request: new Request(url, { headers: cookie === null ? {} : { Cookie: cookie } }),
    context: { app } as unknown as RequestContext,
  };
}

const pairOf = (header: string) => header.split(';')[0] ?? '';
const linkTo = (eventId: number, code: string | null = null) => ({ eventId, code });
const remember = async (eventId: number, env = OURS) =>
  pairOf(await rememberEvent(requestWith(null, env), linkTo(eventId)));
const read = (cookie: string | null, env = OURS) => readLastEvent(requestWith(cookie, env));

it('remembers an event for 30 days, unreadable for scripts', async () => {
  const header = await rememberEvent(requestWith(null), linkTo(654_321_987_123));
  expect(header).toContain('; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax');
  expect(header).not.toContain('Secure');
  expect(await read(pairOf(header))).toEqual(linkTo(654_321_987_123));
  const overHttps = await rememberEvent(requestWith(null, OURS, 'https://localhost/'), linkTo(7));
  expect(overHttps).toContain('; Secure');
});

it('is bound to this host and to https if the public origin is https, whatever the request’s protocol', async () => {
  const env = { SESSION_SECRET: ['ours'], PUBLIC_ORIGIN: 'https://photos.example' } as never;
  const header = await rememberEvent(requestWith(null, env), linkTo(7));
  expect(header).toMatch(/^__Host-snapodium_last_event=.*; Path=\/; HttpOnly; Secure; /);
  expect(header).not.toContain('Domain');
  expect(await read(pairOf(header), env)).toEqual(linkTo(7));
  expect(await read(pairOf(header).replace('__Host-', ''), env)).toBeNull();
  const byHttp = { SESSION_SECRET: ['ours'], PUBLIC_ORIGIN: 'http://photos.example' } as never;
  expect(await rememberEvent(requestWith(null, byHttp), linkTo(7))).not.toMatch(/__Host-|Secure/);
});

it('remembers an event’s code, and reads cookies from before there were codes', async () => {
  const link = linkTo(654_321_987_123, 'abcdefghjk');
  expect(await read(pairOf(await rememberEvent(requestWith(null), link)))).toEqual(link);
  const cookie = createCookie('snapodium_last_event', { secrets: ['ours'] });
  expect(await read(pairOf(await cookie.serialize(7)))).toEqual(linkTo(7));
});

it('forgets the event', async () => {
  expect(await rememberEvent(requestWith(null), null)).toContain('; Max-Age=0');
  expect(await read(pairOf(await rememberEvent(requestWith(null), null)))).toBeNull();
});

it('survives a rotation of secrets', async () => {
  expect(await read(await remember(7), envOf('new', 'ours'))).toEqual(linkTo(7));
});

it('rejects other signatures', async () => {
  const [name = '', value = ''] = (await remember(7)).split('=');
  const [content = '', signature = ''] = decodeURIComponent(value).split('.');
  const forged = Buffer.from('8').toString('base64');
  for (const cookie of [
    await remember(7, envOf('theirs')),
    `${name}=`,
    `${name}=7`,
    `${name}=${content}`,
    `${name}=${content}.`,
    `${name}=${encodeURIComponent(`${forged}.${signature}`)}`,
    `${name}=%E0%A4%A; x=${'y'.repeat(5000)}`,
    'something=else',
    null,
  ]) {
    expect(await read(cookie), String(cookie)).toBeNull();
  }
});

it.each([0, -1, 1.5, 2 ** 60, '7', null, [7], [7, 8], ['7', 'abc'], { eventId: 7 }, '<script>'])(
  'rejects %j although it is signed',
  async (value) => {
    const cookie = createCookie('snapodium_last_event', { secrets: ['ours'] });
    expect(await read(pairOf(await cookie.serialize(value)))).toBeNull();
  },
);

it('cannot be used as a session, nor a session as an event', async () => {
  const [, value = ''] = (await remember(7)).split('=');
  const asSession = await getSession(requestWith(`snapodium_session=${value}`));
  expect(asSession.data).toEqual({});

  const { sessions } = requestWith(null).context.app;
  const session = await sessions.getSession();
  session.set('eventId', 7);
  const [, signed = ''] = pairOf(await sessions.commitSession(session)).split('=');
  expect(await read(`snapodium_last_event=${signed}`)).toBeNull();
});
