import type { ActionFunctionArgs } from '@remix-run/node';
import pino from 'pino';
import { expect, it } from 'vitest';
import type { Env } from '~/env.server';
import { session as calls } from '~/api/session';
import { createSessionStore } from '~/http/session.server';
import { action as logOut } from '~/routes/auth/logout';

const sessions = createSessionStore({ SESSION_SECRET: ['test'] } as unknown as Env);

/** A request to log out, for which the first attempt to store the session fails. */
function requestOnce(): ActionFunctionArgs {
  let attempts = 0;
  const commitSession: typeof sessions.commitSession = (...given) => {
    attempts += 1;
    return attempts > 1 ? sessions.commitSession(...given) : Promise.reject(new Error('no'));
  };
  const app = { sessions: { ...sessions, commitSession } };
  const request = new Request('http://localhost/logout', {
    method: 'POST',
    headers: { Cookie: 'preferred_language=en' },
  });
  const context = {
    app,
    log: pino({ level: 'silent' }),
    setHeader: () => {},
    logFailure: () => {},
  };
  return { request, params: {}, context } as unknown as ActionFunctionArgs;
}

it('a failure while logging out is shown', async () => {
  const response = (await logOut(requestOnce())) as Response;
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/']);
  const session = await sessions.getSession(response.headers.get('Set-Cookie'));
  expect(session.get('toast')).toEqual({
    tone: 'bad',
    title: 'server:auth.toast.logout_failed',
    text: 'errors:logout_failed',
  });
});

it('and returned to a call', async () => {
  const response = (await calls
    .find(({ path }) => path === '/api/logout')
    ?.answer(requestOnce())) as Response;
  expect([response.status, await response.json()]).toEqual([
    500,
    { message: 'An error occurred while logging out' },
  ]);
});
