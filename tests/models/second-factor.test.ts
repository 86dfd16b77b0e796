import { scryptSync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { events, sessions, users } from '~db/schema';
import { ADMINISTRATOR } from '~/models/access';
import { violatedConstraint } from '~/models/constraint.server';
import { changeOrganizer } from '~/models/event/organizer.server';
import { singleRow } from '~/models/row.server';
import {
  offerSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  repeatOffer,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '~/models/session/second-factor-changes.server';
import { proveSecondFactor } from '~/models/session/second-factor.server';
import { beginSession, renewalOf } from '~/models/session/write.server';
import { newToken } from '~/models/session/token.server';
import type { UserRow } from '~/models/user/read.server';
import { asking, createTestEvent, createTestUser } from '../factories';
import { withDatabases } from '../setup/databases';

const PASSWORD = 'open sesame';
const NOW = new Date('2026-06-15T12:00:10Z');
const STEP = Math.floor(NOW.getTime() / 30_000);
const WRONG = { code: 'second_factor_wrong', field: 'code', status: 401 };

/** The same at minimal cost, because the password is checked again and again here. */
const CHEAP = `scrypt$2$8$1$c2FsdA$${scryptSync(PASSWORD, 'salt', 32, { N: 2 }).toString('base64url')}`;

/** The code that the app shows, this many half minutes later. */
const codeOf = (secret: string, later = 0) =>
  generateSync({ secret, epoch: NOW.getTime() / 1000 + later * 30 });

withDatabases('a second factor', (getDb) => {
  let secrets: [string, ...string[]] = ['first secret'];
  const deps = () => ({ db: getDb(), env: { SESSION_SECRET: secrets }, now: () => NOW });
  const rowOf = async ({ id }: { id: number }) =>
    singleRow(await getDb().select().from(users).where(eq(users.id, id)));
  const own = (user: UserRow) => ({ actor: asking(user), user, label: 'Our party' });

  async function withPassword(): Promise<UserRow> {
    return (await createTestEvent(getDb(), { organizer: { passwordHash: CHEAP } })).organizer;
  }

  async function turnedOn() {
    const user = await withPassword();
    const { secret } = await offerSecondFactor(deps(), { ...own(user), current: PASSWORD });
    const code = codeOf(secret, -1);
    const codes = await turnOnSecondFactor(deps(), { ...own(user), secret, code });
    const prove = async (typed?: string) =>
      proveSecondFactor(deps(), { user: await rowOf(user), code: typed });
    return { user: await rowOf(user), secret, codes, prove };
  }

  test('is offered to a user who enters the password, and stored once a code has shown that the app works', async () => {
    const user = await withPassword();
    const offer = (current?: string) => offerSecondFactor(deps(), { ...own(user), current });
    await expect(offer()).rejects.toMatchObject({ code: 'password_required' });
    await expect(offer('open barley')).rejects.toMatchObject({ code: 'password_wrong' });
    const { secret, uri, sealed } = await offer(PASSWORD);
    expect(uri).toBe(`otpauth://totp/Snapodium:Our%20party?secret=${secret}&issuer=Snapodium`);
    expect((await rowOf(user)).secondFactorSealed).toBeNull();
    // The form's sealed key is valid for its owner only.
    expect(repeatOffer(deps(), { ...own(user), sealed })?.secret).toBe(secret);
    expect(repeatOffer(deps(), { ...own(await withPassword()), sealed })).toBeNull();

    const turnOn = (code?: string) => turnOnSecondFactor(deps(), { ...own(user), secret, code });
    await expect(turnOn()).rejects.toMatchObject({ code: 'second_factor_required', field: 'code' });
    await expect(turnOn(codeOf(secret, 5))).rejects.toMatchObject(WRONG);
    const codes = await turnOn(` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `);
    expect(new Set(codes).size).toBe(10);
    expect(codes.filter((code) => !/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/.test(code))).toEqual(
      [],
    );
    const stored = JSON.stringify(await rowOf(user));
    for (const known of [secret, ...codes]) expect(stored).not.toContain(known);
    await expect(turnOn(codeOf(secret, 1))).rejects.toMatchObject({ code: 'second_factor_on' });
    const again = offerSecondFactor(deps(), { ...own(await rowOf(user)), current: PASSWORD });
    await expect(again).rejects.toMatchObject({ code: 'second_factor_on' });
  });

  test('is useless without a password, and to nobody else', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const guest = await createTestUser(getDb(), event.id);
    const other = await withPassword();
    const doubted = { passwordHash: CHEAP, passwordDoubtedAt: NOW };
    const { organizer: unsure } = await createTestEvent(getDb(), { organizer: doubted });
    for (const [actor, user] of [
      [organizer, organizer],
      [guest, guest],
      [unsure, unsure],
      [organizer, other],
    ] as const) {
      const offer = offerSecondFactor(deps(), {
        ...own(user),
        actor: asking(actor),
        current: PASSWORD,
      });
      await expect(offer).rejects.toMatchObject({ code: 'access_denied' });
    }
  });

  test('a code is valid once, from half a minute before to half a minute after its time', async () => {
    const { secret, prove, user } = await turnedOn();
    await expect(prove()).rejects.toMatchObject({ code: 'second_factor_required', field: 'code' });
    // The one that turned it on.
    await expect(prove(codeOf(secret, -1))).rejects.toMatchObject(WRONG);
    for (const far of [-2, 2])
      await expect(prove(codeOf(secret, far))).rejects.toMatchObject(WRONG);
    for (const word of ['12345', '1234567', 'sesame', "' or 1=1"]) {
      await expect(prove(word)).rejects.toMatchObject(WRONG);
    }
    const atOnce = await Promise.allSettled(Array.from({ length: 5 }, () => prove(codeOf(secret))));
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await prove(codeOf(secret, 1))).toBe('code');
    expect((await rowOf(user)).secondFactorStep).toBe(STEP + 1);
    // When its time comes, it has been used.
    await expect(prove(codeOf(secret, 1))).rejects.toMatchObject(WRONG);
    await expect(prove(codeOf(secret))).rejects.toMatchObject(WRONG);
  });

  test('a recovery code is valid once, however it is written', async () => {
    const { codes, prove, user } = await turnedOn();
    const [first = '', second = ''] = codes;
    const atOnce = await Promise.allSettled([1, 2, 3].map(() => prove(first)));
    expect(atOnce.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await prove(` ${second.replace('-', ' ').toLowerCase()} `)).toBe('recovery');
    await expect(prove(second)).rejects.toMatchObject(WRONG);
    expect((await rowOf(user)).recoveryHashes).toHaveLength(8);
    // Another user's code opens nothing.
    const other = await turnedOn();
    await expect(other.prove(codes[2])).rejects.toMatchObject(WRONG);
  });

  test('survives a new secret of the server as long as the old one is listed', async () => {
    const { secret, codes, prove } = await turnedOn();
    secrets = ['second secret', 'first secret'];
    expect([await prove(codeOf(secret)), await prove(codes[0])]).toEqual(['code', 'recovery']);
    secrets = ['second secret'];
    await expect(prove(codeOf(secret, 1))).rejects.toMatchObject(WRONG);
    await expect(prove(codes[1])).rejects.toMatchObject(WRONG);
    secrets = ['first secret'];
  });

  test('is turned off, or its recovery codes renewed, by password and code; other sessions end', async () => {
    const { user, secret, codes, prove } = await turnedOn();
    const tokens = [newToken(), newToken()];
    const begin = async (token: string, who: UserRow) =>
      beginSession(getDb(), { token, who: { user: who }, userAgent: null, now: NOW });
    for (const token of tokens) await begin(token, user);
    const listed = () => getDb().select().from(sessions).where(eq(sessions.userId, user.id));
    const renewal = renewalOf(singleRow(await listed()));
    const change = async (current: string, code?: string) => ({
      ...own(await rowOf(user)),
      ...{ current, code, renewal },
    });

    const renew = async (...given: [string, string?]) =>
      renewRecoveryCodes(deps(), await change(...given));
    await expect(renew('open barley', codes[0])).rejects.toMatchObject({ code: 'password_wrong' });
    await expect(renew(PASSWORD)).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(renew(PASSWORD, '000000')).rejects.toMatchObject(WRONG);
    expect(await listed()).toHaveLength(2);
    const { codes: newer, proof } = await renew(PASSWORD, codes[0]);
    expect(proof).toBe('recovery');
    expect(await listed()).toHaveLength(1);
    await expect(prove(codes[1])).rejects.toMatchObject(WRONG);
    expect(await prove(newer[0])).toBe('recovery');

    const turnOff = async (...given: [string, string?]) =>
      turnOffSecondFactor(deps(), await change(...given));
    await expect(turnOff(PASSWORD, codes[2])).rejects.toMatchObject(WRONG);
    expect(await turnOff(PASSWORD, codeOf(secret))).toBe('code');
    expect(await rowOf(user)).toMatchObject({
      secondFactorSealed: null,
      secondFactorStep: null,
      recoveryHashes: null,
    });
    await expect(turnOff(PASSWORD, codeOf(secret, 1))).rejects.toMatchObject({
      code: 'second_factor_off',
    });
    expect(await prove()).toBe('none');
    // A sign-in that was proven with it before begins no session any more.
    await expect(begin(newToken(), user)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('ends when the organizer steps down, or when the operator removes it', async () => {
    const { user } = await turnedOn();
    const successor = await createTestUser(getDb(), user.eventId);
    await changeOrganizer(getDb(), {
      actor: ADMINISTRATOR,
      eventId: user.eventId,
      successorId: successor.id,
      words: () => 'News',
    });
    expect(await rowOf(user)).toMatchObject({ passwordHash: null, secondFactorSealed: null });

    const { user: other } = await turnedOn();
    await beginSession(getDb(), {
      token: newToken(),
      who: { user: other },
      userAgent: null,
      now: NOW,
    });
    expect(await removeSecondFactor(getDb(), { userId: other.id })).toMatchObject({ id: other.id });
    expect((await rowOf(other)).secondFactorSealed).toBeNull();
    expect(await getDb().$count(sessions, eq(sessions.userId, other.id))).toBe(0);
    expect(await removeSecondFactor(getDb(), { userId: other.id })).toBeNull();
  });

  test('the database stores none without a password', async () => {
    const { user } = await turnedOn();
    const taken = getDb().update(users).set({ passwordHash: null }).where(eq(users.id, user.id));
    const error: unknown = await taken.catch((failed: unknown) => failed);
    expect(violatedConstraint(error)).toBe('users_second_factor_check');
    await getDb().delete(events).where(eq(events.id, user.eventId));
  });
});
