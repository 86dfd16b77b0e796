import { and, eq, isNotNull } from 'drizzle-orm';
import pino from 'pino';
import { expect, test } from 'vitest';
import { invitedGuests, users, type UserRow } from '~db/schema';
import { guestMailsPlan } from '~/jobs/guest-mails.server';
import { runJobNow } from '~/jobs/job.server';
import { SYSTEM } from '~/models/access';
import { addDays } from '~/models/day';
import { listOverdueEvents, removeOverdue } from '~/models/event/retention.server';
import { createAttemptCounter } from '~/models/session/attempts.server';
import { GUESTS_MAX, REMIND_AFTER_MS } from '~/models/user/guest-list';
import {
  addGuests,
  countGuests,
  readGuestPage,
  removeGuest,
  requestGuestMails,
} from '~/models/user/guest-list.server';
import {
  claimGuestMail,
  findGuest,
  guestToken,
  listDueGuestMails,
  stopGuestMails,
} from '~/models/user/guest-mail.server';
import { deleteOwnAccount } from '~/models/user/remove.server';
import type { Mail } from '~/services/mail.server';
import { asking, createTestEvent, createTestUser, TODAY, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { trustedClock } from '../setup/fakes';

const NOW = new Date(`${TODAY}T12:00:00Z`);
const after = (ms: number) => new Date(NOW.getTime() + ms);
const MINUTE = 60_000;
const ENV = { SESSION_SECRET: ['a secret of the test'] as [string] };
const ORIGIN = 'https://photos.example';

withDatabases('the guest list', (getDb) => {
  async function party() {
    const { event, organizer } = await createTestEvent(getDb(), {
      organizer: { name: `Léa ${unique()}`, language: 'en' },
    });
    return { event, organizer };
  }
  const add = (by: UserRow, list: string) =>
    addGuests(getDb(), { actor: asking(by), eventId: by.eventId, list });
  const request = (
    by: UserRow,
    kind: 'invitation' | 'reminder' = 'invitation',
    { now = NOW, isConfirmed = true } = {},
  ) =>
    requestGuestMails(getDb(), {
      actor: asking(by),
      eventId: by.eventId,
      kind,
      isConfirmed,
      now,
    });
  const shown = async (by: UserRow, query: { search?: string; notHere?: boolean } = {}) => {
    const asked = { search: '', notHere: false, after: undefined, ...query };
    const page = await readGuestPage(getDb(), {
      actor: asking(by),
      eventId: by.eventId,
      ...asked,
    });
    return page.guests;
  };
  const rowOf = async (email: string) => {
    const [row] = await getDb().select().from(invitedGuests).where(eq(invitedGuests.email, email));
    if (!row) throw new Error(`${email} is not on a list`);
    return row;
  };
  const isRefused = (work: Promise<unknown>, code: string) =>
    expect(work).rejects.toMatchObject({ code });

  /** A run of the job, with a mail server that may refuse. */
  async function run({
    now = NOW,
    refuses = false,
    today = TODAY,
    attempts = createAttemptCounter({ db: null, eventsPerHour: 1, joinsPerMinute: 1 }),
  } = {}) {
    const sent: Mail[] = [];
    const db = getDb();
    const plan = guestMailsPlan({
      db,
      log: pino({ enabled: false }),
      now: () => now,
      today: () => today,
      clock: trustedClock,
      env: { PUBLIC_ORIGIN: ORIGIN, ...ENV },
      attempts,
      mail: {
        send: (mail) => {
          if (refuses) return Promise.reject(new Error('no'));
          sent.push(mail);
          return Promise.resolve();
        },
      },
    });
    const deps = { db, log: pino({ enabled: false }), now: () => now, clock: trustedClock };
    const counts = await runJobNow(deps, plan);
    return { sent, counts };
  }
  const mailedTo = async (...options: Parameters<typeof run>) =>
    (await run(...options)).sent.map(({ to }) => to);

  test('adds new people, counts known ones, and reports which lines are wrong', async () => {
    const { event, organizer } = await party();
    await createTestUser(getDb(), event.id, { email: 'here@example.com' });
    const list = [
      'Ann Young, ann@example.com',
      'Ann again, ANN@example.com',
      'Who is here, here@example.com',
      'nobody',
      'Bob Jones, bob@example.com',
    ].join('\n');
    expect(await add(organizer, list)).toEqual({
      added: 2,
      known: 2,
      errors: [{ line: 4, text: 'nobody', code: 'guest_email' }],
    });
    expect(await add(organizer, 'Bob Jones, bob@example.com')).toMatchObject({
      added: 0,
      known: 1,
    });
    expect((await shown(organizer)).map(({ name, status }) => [name, status])).toEqual([
      ['Ann Young', 'new'],
      ['Bob Jones', 'new'],
    ]);
  });

  test('only the organizers of a running event have one', async () => {
    const { event, organizer } = await party();
    const guest = await createTestUser(getDb(), event.id);
    const { organizer: other } = await createTestEvent(getDb());
    const second = await createTestUser(getDb(), event.id, {
      isOrganizer: true,
      coOrganizerSince: NOW,
    });
    expect(await add(second, 'Ann Young, ann@example.com')).toMatchObject({ added: 1 });
    await isRefused(add(guest, 'Bob Jones, bob@example.com'), 'not_an_organizer');
    const foreign = { actor: asking(other), eventId: event.id };
    await isRefused(
      addGuests(getDb(), { ...foreign, list: 'Bob, bob@example.com' }),
      'access_denied',
    );
    const page = { search: '', notHere: false, after: undefined };
    await isRefused(readGuestPage(getDb(), { ...foreign, ...page }), 'access_denied');
    const [{ id } = { id: 0 }] = await shown(organizer);
    await isRefused(removeGuest(getDb(), { ...foreign, guestId: id }), 'access_denied');
    // Somebody else's guest is not found in one's own event.
    await removeGuest(getDb(), { actor: asking(other), eventId: other.eventId, guestId: id });
    expect(await shown(organizer)).toHaveLength(1);
    const over = await createTestEvent(getDb(), {
      startDate: addDays(TODAY, -9),
      endDate: addDays(TODAY, -1),
    });
    await isRefused(add(over.organizer, 'Bob Jones, bob@example.com'), 'event_closed');
    await isRefused(request(over.organizer), 'event_closed');
  });

  test('two lists at once do not exceed the limit together', async () => {
    const { event, organizer } = await party();
    const lines = (from: number, count: number) =>
      Array.from(
        { length: count },
        (_, index) => `Guest ${from + index}, g${from + index}@x.example`,
      );
    await add(organizer, lines(0, GUESTS_MAX - 3).join('\n'));
    const both = await Promise.all([
      add(organizer, lines(2000, 2).join('\n')),
      add(organizer, lines(3000, 2).join('\n')),
    ]);
    expect(both.reduce((sum, { added }) => sum + added, 0)).toBe(3);
    expect(both.flatMap(({ errors }) => errors)).toEqual([
      { line: 2, text: expect.any(String), code: 'list_too_long' },
    ]);
    expect((await countGuests(getDb(), { eventId: event.id, now: NOW })).all).toBe(GUESTS_MAX);
  });

  test('nobody writes to strangers without a confirmed address of their own', async () => {
    const { organizer } = await party();
    await add(organizer, 'Ann Young, ann@example.com');
    await isRefused(
      request(organizer, 'invitation', { isConfirmed: false }),
      'own_email_unconfirmed',
    );
    expect(await mailedTo()).not.toContain('ann@example.com');
  });

  test('an invitation is sent once, a reminder a day later, once, to people who are not here', async () => {
    const { event, organizer } = await party();
    const [ann, bob] = [`ann-${unique()}@x.example`, `bob-${unique()}@x.example`];
    await add(organizer, `Ann Young, ${ann}\nBob Jones, ${bob}`);
    expect(await request(organizer)).toBe(2);
    expect(await request(organizer)).toBe(0);
    expect((await shown(organizer)).map(({ status }) => status)).toEqual(['due', 'due']);
    const { sent, counts } = await run();
    expect(counts).toEqual({ mailed: 2, failed: 0 });
    expect(sent.map(({ to }) => to)).toEqual([ann, bob]);
    expect(sent[0]?.subject).toBe('You are invited');
    expect(sent[0]?.text).toContain('Hi Ann Young,');
    expect(sent[0]?.text).toContain(`${organizer.name} invites you to “${event.name}” on `);
    const stop = /\S+\/stop/.exec(sent[0]?.text ?? '')?.[0];
    expect(stop).toBeDefined();
    expect(sent[0]?.unsubscribe).toBe(stop);
    expect(await mailedTo()).toEqual([]);

    expect(await request(organizer, 'reminder', { now: after(REMIND_AFTER_MS - 1) })).toBe(0);
    await createTestUser(getDb(), event.id, { email: bob.toUpperCase() });
    const later = after(REMIND_AFTER_MS);
    expect(await countGuests(getDb(), { eventId: event.id, now: later })).toEqual({
      all: 2,
      notHere: 1,
      toInvite: 0,
      toRemind: 1,
    });
    expect(await request(organizer, 'reminder', { now: later })).toBe(1);
    const reminder = await run({ now: later });
    expect(reminder.sent.map(({ to, subject }) => [to, subject])).toEqual([
      [ann, 'Your invitation is still open'],
    ]);
    const last = after(10 * REMIND_AFTER_MS);
    expect(await request(organizer, 'reminder', { now: last })).toBe(0);
    expect((await shown(organizer)).map(({ status }) => status)).toEqual(['reminded', 'here']);
    expect((await shown(organizer, { notHere: true })).map(({ email }) => email)).toEqual([ann]);
    expect((await shown(organizer, { search: 'JONES bob' })).map(({ email }) => email)).toEqual([
      bob,
    ]);
  });

  test('two servers send a mail once', async () => {
    const { organizer } = await party();
    const ann = `ann-${unique()}@x.example`;
    await add(organizer, `Ann Young, ${ann}`);
    await request(organizer);
    const { id } = await rowOf(ann);
    const claim = () => claimGuestMail(getDb(), { id, now: NOW, today: TODAY });
    const claims = await Promise.all([claim(), claim(), claim()]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await listDueGuestMails(getDb(), { now: after(REMIND_AFTER_MS) })).not.toContain(id);
  });

  test('a mail that is not taken is tried again, less and less often, and then dropped', async () => {
    const { organizer } = await party();
    const ann = `ann-${unique()}@x.example`;
    await add(organizer, `Ann Young, ${ann}`);
    await request(organizer);
    let now = NOW;
    for (const minutes of [2, 4, 8, 16, 32]) {
      expect((await run({ now, refuses: true })).counts).toMatchObject({ failed: 1 });
      expect((await shown(organizer)).map(({ status }) => status)).toEqual(['due']);
      expect(await mailedTo({ now: new Date(now.getTime() + minutes * MINUTE - 1) })).toEqual([]);
      now = new Date(now.getTime() + minutes * MINUTE);
    }
    await run({ now, refuses: true });
    expect((await shown(organizer)).map(({ status }) => status)).toEqual(['failed']);
    expect(await mailedTo({ now: after(100 * REMIND_AFTER_MS) })).toEqual([]);
    // The organizer may ask again.
    expect(await request(organizer, 'invitation', { now })).toBe(1);
    expect(await mailedTo({ now })).toEqual([ann]);
    expect((await shown(organizer)).map(({ status }) => status)).toEqual(['invited']);
  });

  test('an organizer mails three hundred an hour, and the rest later', async () => {
    const { organizer } = await party();
    const lines = Array.from(
      { length: 303 },
      (_, index) => `Guest ${index}, ${index}-${unique()}@x.example`,
    );
    await add(organizer, lines.join('\n'));
    await request(organizer);
    const attempts = createAttemptCounter({ db: null, eventsPerHour: 1, joinsPerMinute: 1 });
    const counts = { mailed: 0, failed: 0 };
    for (let round = 0; round < 8; round++) {
      const { counts: more } = await run({ attempts });
      counts.mailed += more?.mailed ?? 0;
      counts.failed += more?.failed ?? 0;
    }
    expect(counts).toEqual({ mailed: 300, failed: 3 });
    const waiting = await getDb()
      .select()
      .from(invitedGuests)
      .where(and(eq(invitedGuests.eventId, organizer.eventId), isNotNull(invitedGuests.mailDueAt)));
    // It is no failure, so that a long list is not given up.
    expect(waiting.map(({ mails, failures }) => [mails, failures])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    const hour = after(60 * MINUTE);
    expect(await mailedTo({ now: hour })).toHaveLength(3);
  });

  test('every line with an error is reported', async () => {
    const { organizer } = await party();
    const { errors } = await add(organizer, 'nobody\n'.repeat(500));
    expect(errors).toHaveLength(500);
  });

  test('nobody gets a mail who has come, who has left the list, or whose event is over', async () => {
    const { event, organizer } = await party();
    const emails = ['ann', 'bob', 'eve'].map((name) => `${name}-${unique()}@x.example`);
    const [ann = '', bob = '', eve = ''] = emails;
    await add(organizer, emails.map((email) => `Some Body, ${email}`).join('\n'));
    await request(organizer);
    await createTestUser(getDb(), event.id, { email: ann });
    const { id } = await rowOf(bob);
    await removeGuest(getDb(), { actor: asking(organizer), eventId: event.id, guestId: id });
    expect(await mailedTo({ today: addDays(TODAY, 30) })).toEqual([]);
    // The event went on after all, but what was due is not sent late.
    expect(await mailedTo()).toEqual([]);
    expect((await rowOf(eve)).mails).toBe(0);
    expect((await rowOf(ann)).mailDueAt).toBeNull();
  });

  test('the link finds its guest as long as they are on the list', async () => {
    const { event, organizer } = await party();
    const ann = `ann-${unique()}@x.example`;
    await add(organizer, `Ann Young, ${ann}`);
    const guest = await rowOf(ann);
    const token = guestToken(guest, ENV);
    const deps = { db: getDb(), env: ENV };
    expect(await findGuest(deps, { token })).toMatchObject({
      guest: { name: 'Ann Young' },
      event: { id: event.id },
    });
    expect(await findGuest(deps, { token: 'x'.repeat(5000) })).toBeNull();
    const foreign = guestToken({ id: guest.id, emailKey: 'somebody@else.example' }, ENV);
    expect(await findGuest(deps, { token: foreign })).toBeNull();
    const stranger = guestToken(guest, { SESSION_SECRET: ['another secret'] });
    expect(await findGuest(deps, { token: stranger })).toBeNull();
  });

  test('neither name nor address of a guest who wants no more mails is stored, and they are not invited again', async () => {
    const { event, organizer } = await party();
    const ann = `ann-${unique()}@x.example`;
    await add(organizer, `Ann Young, ${ann}`);
    await request(organizer);
    const guest = await rowOf(ann);
    const token = guestToken(guest, ENV);
    const deps = { db: getDb(), env: ENV };
    await stopGuestMails(deps, { token, now: NOW });
    const [row] = await getDb().select().from(invitedGuests).where(eq(invitedGuests.id, guest.id));
    expect(JSON.stringify(row)).not.toContain('ann-');
    expect(row).toMatchObject({ name: '', email: '', stoppedAt: NOW, mailDueAt: null });
    expect(await mailedTo()).toEqual([]);
    expect(await findGuest(deps, { token })).toBeNull();
    await isRefused(stopGuestMails(deps, { token, now: NOW }), 'link_expired');
    expect(await shown(organizer)).toEqual([]);
    expect(await add(organizer, `Ann Young, ${ann.toUpperCase()}`)).toMatchObject({
      added: 0,
      known: 1,
    });
    expect((await countGuests(getDb(), { eventId: event.id, now: NOW })).all).toBe(0);
  });

  test('a guest is deleted with their account, the list with the event’s photos, and with the event', async () => {
    const { event, organizer } = await party();
    const ann = `ann-${unique()}@x.example`;
    await add(organizer, `Ann Young, ${ann}\nBob Jones, bob-${unique()}@x.example`);
    const member = await createTestUser(getDb(), event.id, { email: ann });
    await deleteOwnAccount(getDb(), { actor: asking(member) });
    expect((await shown(organizer)).map(({ name }) => name)).toEqual(['Bob Jones']);
    const today = addDays(event.endDate, 60);
    const overdue = await listOverdueEvents(getDb(), { today });
    expect(overdue.map(({ id }) => id)).toContain(event.id);
    await removeOverdue(getDb(), { actor: SYSTEM, eventId: event.id, today });
    const left = await getDb()
      .select()
      .from(invitedGuests)
      .where(eq(invitedGuests.eventId, event.id));
    expect(left).toEqual([]);
    expect(await getDb().$count(users, eq(users.eventId, event.id))).toBe(1);
  });
});
