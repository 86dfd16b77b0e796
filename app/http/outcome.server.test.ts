import { parseWithZod } from '@conform-to/zod/v4';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DomainError } from '~/models/errors';
import type { Answer } from '~/browser/answer';
import type { RequestArgs } from './context';
import { formError } from './forms.server';
import { dataOutcome, outcome } from './outcome.server';
import { createSessionStore, getSession } from './session.server';

const sessions = createSessionStore({ SESSION_SECRET: ['x'.repeat(32)] } as never);

/** A form sent by a user who reads English. */
function sent(): RequestArgs {
  const request = new Request('http://localhost/', {
    headers: { Cookie: 'preferred_language=en' },
  });
  const log = { info: () => undefined, error: () => undefined };
  const context = { app: { sessions }, log, logFailure: () => {}, setHeader: () => {} };
  return { request, context } as unknown as RequestArgs;
}

const refusing = (error: Error) => () => Promise.reject<never>(error);
const twice = new DomainError('slot_taken');

async function redirectOf(args: RequestArgs, answer: unknown) {
  expect(answer).toBeInstanceOf(Response);
  const { status, headers } = answer as Response;
  const toast = (await getSession(args)).get('toast');
  return { status, to: headers.get('Location'), cookie: headers.has('Set-Cookie'), toast };
}

describe('the outcome of a form', () => {
  it('redirects with a notice after success', async () => {
    const args = sent();
    const says = {
      next: (id: number) => `/photos/${id}`,
      done: (id: number) =>
        ({
          tone: 'star',
          title: 'server:event.star.added',
          text: 'server:event.star.left',
          values: { count: id },
        }) as const,
    };
    expect(await redirectOf(args, await outcome(args, says, async () => 7))).toEqual({
      status: 302,
      to: '/photos/7',
      cookie: true,
      toast: {
        tone: 'star',
        title: 'server:event.star.added',
        text: 'server:event.star.left',
        values: { count: 7 },
      },
    });
  });

  it('redirects back with the error’s text', async () => {
    const args = sent();
    const says = { next: '/feed', back: '/top', refused: 'event:slot.failed' } as const;
    expect(await redirectOf(args, await outcome(args, says, refusing(twice)))).toMatchObject({
      to: '/top',
      toast: { tone: 'bad', title: 'event:slot.failed', text: 'errors:slot_taken' },
    });
  });

  it('puts the error’s text into a translated sentence', async () => {
    const args = sent();
    const refused = { title: 'event:slot.failed', text: 'event:slot.failed_text' } as const;
    const answer = await outcome(args, { next: '/feed', refused }, refusing(twice));
    const { toast } = await redirectOf(args, answer);
    expect(toast).toMatchObject({ text: 'event:slot.failed_text' });
    expect(toast?.values?.reason).toMatch(/^\S+ .+/);
  });

  it('answers a script with translated texts', async () => {
    const says = { refused: 'event:slot.failed' } as const;
    const answer = await dataOutcome(
      sent(),
      says,
      refusing(new DomainError('busy', { retryAfter: 9 })),
    );
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '9']);
    const data = (await answer.json()) as Answer;
    expect(data).toMatchObject({ ok: false, code: 'busy', toast: { tone: 'bad' } });
    expect(data.toast?.title).toMatch(/^\S+ .+/);
    expect(data.toast?.text).toMatch(/^\S+ .+/);

    const done = await dataOutcome(
      sent(),
      { ...says, done: 'server:event.slot.added', more: (left: number) => ({ left }) },
      async () => 3,
    );
    expect(done.status).toBe(200);
    expect(await done.json()).toMatchObject({ ok: true, left: 3, toast: { tone: 'ok' } });
  });

  it('returns errors at their form fields', async () => {
    const form = new FormData();
    form.set('name', 'Léa');
    const submission = parseWithZod(form, { schema: z.object({ name: z.string() }) });
    const reply = (error: DomainError) => formError(submission, error, (result) => ({ result }));
    const taken = new DomainError('user_exists', { field: 'name' });
    expect(await outcome(sent(), { next: '/', reply }, refusing(taken))).toMatchObject({
      data: { result: { error: { name: ['user_exists'] }, initialValue: { name: 'Léa' } } },
      init: { status: 409 },
    });
  });

  it('rethrows unexpected errors, and errors without a notice as a response', async () => {
    const broken = new Error('broken');
    await expect(outcome(sent(), { next: '/' }, refusing(broken))).rejects.toBe(broken);
    const refusal: unknown = await outcome(sent(), { next: '/' }, refusing(twice)).catch(
      (error: unknown) => error,
    );
    expect([(refusal as Response).status, await (refusal as Response).json()]).toEqual([
      409,
      { code: 'slot_taken' },
    ]);
  });

  it('replaces the history entry if requested', async () => {
    const says = { next: '/flags', refused: 'flags:error', isReplacing: true } as const;
    for (const work of [async () => 1, refusing(twice)]) {
      const answer = (await outcome(sent(), says, work)) as Response;
      expect(answer.headers.get('X-Remix-Replace')).toBe('true');
    }
  });
});
