import { and, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { events, flagReports, mailNotices, messages, users } from '~db/schema';
import { startJob } from '~/jobs/job.server';
import { noticesPlan } from '~/jobs/notices.server';
import { SYSTEM } from '~/models/access';
import { createAttemptCounter } from '~/models/session/attempts.server';
import { addDays, addMonths } from '~/models/day';
import { warnOfDeletion } from '~/models/event/deletion.server';
import { warnOrganizer } from '~/models/event/retention.server';
import { confirmEmail, findConfirming } from '~/models/user/email-confirmation.server';
import { EVERYONE } from '~/models/message/rules';
import { markAllRead, sendMessage } from '~/models/message/write.server';
import { readMailWish, setMailWish } from '~/models/message/mail-wish.server';
import { changeDetails } from '~/models/user/write.server';
import type { UserRow } from '~/models/user/read.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { trustedClock } from '../setup/fakes';

const MINUTE = 60_000;
const ORIGIN = 'https://photos.example';
const NOON = Date.UTC(2026, 5, 15, 12);

interface Sent {
  to: string;
  subject: string;
  text: string;
}

withDatabases('mails about news', (getDb) => {
  // Each test has its own hour, and sees only the mails to its own people.
  let hours = 0;
  async function party(
    fields: {
      language?: string;
      emailConfirmedAt?: Date | null;
      name?: string;
    } = {},
  ) {
    hours += 48;
    const start = NOON + hours * 60 * MINUTE;
    const { language = 'en', emailConfirmedAt = new Date(0), ...eventFields } = fields;
    const { event, organizer } = await createTestEvent(getDb(), {
      endDate: addDays(TODAY, 300),
      ...(eventFields as object),
      organizer: { email: `${unique()}@mail.example`, language, emailConfirmedAt },
    });
    const guest = (name: string) =>
      createTestUser(getDb(), event.id, {
        name,
        email: `${unique()}@mail.example`,
        language,
        emailConfirmedAt,
      });
    const at = (minutes: number) => new Date(start + minutes * MINUTE);
    const write = async (from: UserRow, to: UserRow, minutes: number, message = 'The words') => {
      await getDb()
        .insert(messages)
        .values({
          eventId: event.id,
          fromUserId: from.id,
          toUserId: to.id,
          message,
          createdAt: at(minutes),
        });
    };
    const report = async (by: UserRow, of: UserRow, minutes: number) => {
      const { id: photoId } = await createTestPhoto(getDb(), of);
      await getDb()
        .insert(flagReports)
        .values({
          eventId: event.id,
          photoId,
          reportedById: by.id,
          reason: 'offensive',
          createdAt: at(minutes),
        });
    };
    return { event, organizer, guest, at, write, report };
  }
  const env: { PUBLIC_ORIGIN: string; SESSION_SECRET: [string] } = {
    PUBLIC_ORIGIN: ORIGIN,
    SESSION_SECRET: ['a secret'],
  };
  let attempts = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 0 });
  const sent: Sent[] = [];
  const takesAll = { send: (mail: Sent) => Promise.resolve(void sent.push(mail)) };
  const takesNone = { send: () => Promise.reject(new Error('421 try again')) };
  type Mail = typeof takesAll | typeof takesNone | null;
  const depsAt = (now: Date, mail: Mail) => ({
    db: getDb(),
    log: pino({ level: 'silent' }),
    now: () => now,
    today: () => now.toISOString().slice(0, 10) as typeof TODAY,
    mail,
    env,
    attempts,
    clock: trustedClock,
  });
  const run = (now: Date, mail: Mail = takesAll) =>
    noticesPlan(depsAt(now, mail)).work({ mayContinue: () => Promise.resolve(true) });
  const mailsTo = ({ email }: UserRow) => sent.filter(({ to }) => to === email);
  const wish = (user: UserRow, isWanted: boolean) =>
    setMailWish(getDb(), { actor: asking(user), isWanted });
  const readAll = (user: UserRow) => markAllRead(getDb(), { actor: asking(user) });

  test('an organizer gets one about several messages, after two minutes, without their text', async () => {
    const { event, organizer, guest, at, write, report } = await party();
    const [ann, bob] = [await guest('Ann Lee'), await guest('Bob Ray')];
    await write(ann, organizer, 0, 'A secret');
    await write(ann, organizer, 1, 'Another');
    // A message that was read meanwhile is not counted.
    await write(bob, organizer, 0.5, 'Read already');
    const isRead = eq(messages.message, 'Read already');
    await getDb().update(messages).set({ isRead: true }).where(isRead);
    await write(bob, organizer, 1, 'And mine');
    await report(bob, ann, 1);
    await run(at(1.5));
    expect(mailsTo(organizer)).toEqual([]);
    await run(at(4));
    expect(mailsTo(organizer)).toHaveLength(1);
    const [mail] = mailsTo(organizer);
    expect(mail?.subject).toBe('There is something new for you');
    expect(mail?.text).toBe(
      [
        `Hi ${organizer.name},`,
        `Here is what’s new in “${event.name}”:`,
        '- 3 new messages from Ann Lee and Bob Ray\n- 1 newly reported photo',
        `Read your messages: ${ORIGIN}/messages#newest\nReview the reports: ${ORIGIN}/flags`,
        `You’re getting this because you organize the event and e-mails are on. Turn them off in your settings: ${ORIGIN}/settings#mails`,
      ].join('\n\n'),
    );
    // It is sent once: neither the next run nor another server repeats it.
    await run(at(5));
    await run(at(90));
    expect(mailsTo(organizer)).toHaveLength(1);
  });

  test('a warning before a deletion has a mail of its own, and is in no other', async () => {
    const { event, organizer, guest, at, write } = await party();
    const helper = await createTestUser(getDb(), event.id, {
      isOrganizer: true,
      coOrganizerSince: at(0),
      email: `${unique()}@mail.example`,
      emailConfirmedAt: at(0),
    });
    const keeping = { actor: SYSTEM, eventId: event.id };
    const photosGo = addMonths(event.endDate, 1);
    const warned = { ...keeping, today: photosGo, words: () => 'The photos go' };
    expect(await warnOrganizer(getDb(), warned)).toBe(true);
    const peopleGo = { ...keeping, today: addMonths(event.endDate, 12), keepMonths: 12 };
    expect(await warnOfDeletion(getDb(), { ...peopleGo, words: () => 'All goes' })).toBe(true);
    const isTheirs = eq(messages.eventId, event.id);
    await getDb()
      .update(messages)
      .set({ createdAt: at(0) })
      .where(isTheirs);
    await run(at(3));
    for (const user of [organizer, helper]) expect(mailsTo(user)).toEqual([]);
    // Another message is mailed alone, and a warning that nobody has read delays no further mail.
    await write(await guest('Ann Lee'), organizer, 1);
    await run(at(4));
    expect(mailsTo(organizer)[0]?.text).toContain('- 1 new message from Ann Lee\n');
    await getDb().update(messages).set({ isRead: true }).where(eq(messages.message, 'The words'));
    await write(await guest('Bob Ray'), organizer, 5);
    await run(at(8));
    expect(mailsTo(organizer)[1]?.text).toContain('- 1 new message from Bob Ray\n');
  });

  test('does not say who reported, and does not count what was read or reviewed meanwhile', async () => {
    const { organizer, guest, at, report } = await party();
    const [ann, bob] = [await guest('Ann Lee'), await guest('Bob Ray')];
    await report(bob, ann, 0);
    await run(at(3));
    expect(mailsTo(organizer)[0]?.text).toContain('- 1 newly reported photo');
    expect(mailsTo(organizer)[0]?.text).not.toMatch(/Bob|offensive|messages:/);

    const other = await party();
    const cy = await other.guest('Cy Dow');
    await other.write(cy, other.organizer, 0);
    await readAll(other.organizer);
    await other.report(cy, other.organizer, 0);
    await getDb()
      .update(flagReports)
      .set({ status: 'dismissed' })
      .where(eq(flagReports.eventId, other.event.id));
    await run(other.at(3));
    expect(mailsTo(other.organizer)).toEqual([]);
  });

  test('the next one comes after half an hour, or once the reader has read everything', async () => {
    const { organizer, guest, at, write } = await party();
    const ann = await guest('Ann Lee');
    await write(ann, organizer, 0);
    await run(at(3));
    await write(ann, organizer, 4);
    await run(at(10));
    expect(mailsTo(organizer)).toHaveLength(1);
    await run(at(32.9));
    expect(mailsTo(organizer)).toHaveLength(1);
    await run(at(33));
    expect(mailsTo(organizer)).toHaveLength(2);
    // Only what the first one has not mentioned.
    expect(mailsTo(organizer)[1]?.text).toContain('- 1 new message from Ann Lee');

    await readAll(organizer);
    await write(ann, organizer, 34);
    await run(at(35));
    expect(mailsTo(organizer)).toHaveLength(2);
    await run(at(37));
    expect(mailsTo(organizer)).toHaveLength(3);
  });

  test('guests get them once they have switched them on, from then on; organizers until they switch them off', async () => {
    const { organizer, guest, at, write } = await party();
    const [ann, bob] = [await guest('Ann Lee'), await guest('Bob Ray')];
    expect(await readMailWish(getDb(), { user: ann })).toBe(false);
    expect(await readMailWish(getDb(), { user: organizer })).toBe(true);
    await write(organizer, ann, 0);
    await write(organizer, bob, 0);
    await run(at(3));
    await wish(ann, true);
    await run(at(4));
    expect([mailsTo(ann), mailsTo(bob)]).toEqual([[], []]);
    await write(organizer, ann, 5);
    await run(at(8));
    expect(mailsTo(ann)).toHaveLength(1);
    expect(mailsTo(ann)[0]?.text).toContain(`1 new message from ${organizer.name}`);
    expect(mailsTo(ann)[0]?.text).toContain('e-mails about new messages are on');
    await wish(ann, false);
    await wish(organizer, false);
    expect(await readMailWish(getDb(), { user: ann })).toBe(false);
    await write(organizer, ann, 60);
    await write(bob, organizer, 60);
    await run(at(63));
    expect([mailsTo(ann).length, mailsTo(organizer).length]).toEqual([1, 0]);
    const visitor = { userId: null, eventId: ann.eventId, role: 'visitor', today: TODAY } as const;
    const refused = setMailWish(getDb(), { actor: visitor, isWanted: true });
    await expect(refused).rejects.toThrow('access_denied');
  });

  test('a message to all is mailed to the guests who want mails, each in their language', async () => {
    const { event, organizer, guest, at } = await party();
    const [ann, bob] = [await guest('Ann Lee'), await guest('Bob Ray')];
    await wish(bob, true);
    await getDb().update(users).set({ language: 'de' }).where(eq(users.id, bob.id));
    await sendMessage(getDb(), {
      actor: asking(organizer),
      toUserId: EVERYONE,
      message: 'Der Kuchen ist da',
    });
    await getDb()
      .update(messages)
      .set({ createdAt: at(0) })
      .where(eq(messages.eventId, event.id));
    await run(at(3));
    expect(mailsTo(ann)).toEqual([]);
    expect(mailsTo(bob)[0]?.subject).toBe('Es gibt Neues für dich');
    expect(mailsTo(bob)[0]?.text).toContain(`- 1 neue Nachricht von ${organizer.name}`);
    expect(mailsTo(bob)[0]?.text).not.toContain('Kuchen');
  });

  test('nobody is told about messages older than a day, in an ended event, or at an address that we made up', async () => {
    const { organizer, guest, at, write } = await party();
    const ann = await guest('Ann Lee');
    await write(ann, organizer, 0);
    await run(at(24 * 60));
    expect(mailsTo(organizer)).toEqual([]);

    const ended = await party();
    const bob = await ended.guest('Bob Ray');
    await wish(bob, true);
    const isEnded = eq(events.id, ended.event.id);
    await getDb().update(events).set({ endDate: '2026-06-14' }).where(isEnded);
    await ended.write(ended.organizer, bob, 0);
    await ended.write(bob, ended.organizer, 0);
    await run(ended.at(3));
    expect([mailsTo(bob).length, mailsTo(ended.organizer).length]).toEqual([0, 1]);

    const demo = await party();
    const ines = await createTestUser(getDb(), demo.event.id, { email: 'i@demo.example' });
    await getDb()
      .update(users)
      .set({ email: 'Admin@Example.com' })
      .where(eq(users.id, demo.organizer.id));
    await wish(ines, true);
    await demo.write(demo.organizer, ines, 0);
    await demo.write(ines, demo.organizer, 0);
    const before = sent.length;
    await run(demo.at(3));
    expect(sent.length).toBe(before);
  });

  test('one of several servers sends it', async () => {
    const { organizer, guest, at, write } = await party();
    const ann = await guest('Ann Lee');
    await write(ann, organizer, 0);
    await Promise.all(Array.from({ length: 5 }, () => run(at(3))));
    expect(mailsTo(organizer)).toHaveLength(1);
    // Even if a row already exists.
    await readAll(organizer);
    await write(ann, organizer, 40);
    await Promise.all(Array.from({ length: 5 }, () => run(at(43))));
    expect(mailsTo(organizer)).toHaveLength(2);
  });

  test('a mail that is not accepted is retried, later each time, and then dropped', async () => {
    const { organizer, guest, at, write } = await party();
    const ann = await guest('Ann Lee');
    await write(ann, organizer, 0);
    const failed = async (minutes: number) => (await run(at(minutes), takesNone)).failed ?? 0;
    expect(await failed(3)).toBe(1);
    // Two minutes later, then 4, 8, 16 and 32.
    const tries: number[] = [];
    for (let minutes = 4; minutes < 120; minutes += 1) {
      if ((await failed(minutes)) > 0) tries.push(minutes);
    }
    expect(tries).toEqual([5, 9, 17, 33, 65]);
    await run(at(121));
    expect(mailsTo(organizer)).toEqual([]);
    // Later messages are mailed, and this one too if it fails only once.
    await write(ann, organizer, 130);
    expect(await failed(133)).toBe(1);
    await run(at(134));
    expect(mailsTo(organizer)).toEqual([]);
    await run(at(135));
    expect(mailsTo(organizer)).toHaveLength(1);
    const [row] = await getDb()
      .select()
      .from(mailNotices)
      .where(and(eq(mailNotices.userId, organizer.id), eq(mailNotices.failures, 0)));
    expect(row).toBeDefined();
  });

  test('without mail nothing is claimed', async () => {
    const { organizer, guest, at, write } = await party();
    await write(await guest('Ann Lee'), organizer, 0);
    expect(await run(at(3), null)).toEqual({ mailed: 0, failed: 0 });
    await run(at(4));
    expect(mailsTo(organizer)).toHaveLength(1);
  });

  test('if mail is set up after the first start, mails are sent at once', async () => {
    const { organizer, guest, at, write } = await party();
    await write(await guest('Ann Lee'), organizer, 0);
    const start = (deps: ReturnType<typeof depsAt>) => startJob(deps, noticesPlan(deps));
    await start(depsAt(at(3), null)).stop();
    const job = start(depsAt(at(3), takesAll));
    await vi.waitFor(() => expect(mailsTo(organizer)).toHaveLength(1), 20_000);
    await job.stop();
  });

  describe('an unconfirmed address', () => {
    const BAIT = 'You have won http://evil.example';
    const unconfirmed = () => party({ name: `${BAIT} ${unique()}`, emailConfirmedAt: null });
    const tokenIn = (mail?: Sent) => /\/login\/confirm\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const confirm = (token: string, now: Date) =>
      confirmEmail({ db: getDb(), env }, { token, now });

    test('is asked once, in fixed words; after the confirmation it is told what is unread', async () => {
      const { event, organizer, guest, at, write } = await unconfirmed();
      const ann = await guest('Ann www.evil.example');
      await write(ann, organizer, 0);
      await run(at(3));
      await run(at(4));
      await write(ann, organizer, 40);
      await run(at(90));
      expect(mailsTo(organizer)).toHaveLength(1);
      const [asked] = mailsTo(organizer);
      expect(`${asked?.subject} ${asked?.text}`).not.toMatch(/evil|have won|Ann/);
      expect(asked?.text.replace(/\/login\/confirm\/[\w-]+/, '')).not.toContain(organizer.name);
      // A changed token, or one for another purpose, confirms nothing.
      await expect(confirm(tokenIn(asked).slice(1), at(91))).rejects.toThrow('link_expired');
      await confirm(tokenIn(asked), at(91));
      await run(at(92));
      expect(mailsTo(organizer)[1]?.text).toContain('- 2 new messages from Ann www.evil.example');
      expect(mailsTo(organizer)[1]?.text).toContain(event.name);
      expect(mailsTo(organizer)[1]?.subject).toBe('There is something new for you');
    });

    test('has to be confirmed again after a change', async () => {
      const { organizer, guest, at, write } = await unconfirmed();
      await write(await guest('Ann Lee'), organizer, 0);
      await run(at(3));
      const token = tokenIn(mailsTo(organizer)[0]);
      await confirm(token, at(4));
      const email = `${unique()}@mail.example`;
      const moved = await changeDetails(getDb(), {
        actor: asking(organizer),
        name: organizer.name,
        email,
      });
      expect(await findConfirming({ db: getDb(), env }, { token })).toBeNull();
      await expect(confirm(token, at(5))).rejects.toThrow('link_expired');
      await run(at(5));
      expect(tokenIn(mailsTo(moved)[0])).not.toBe('');
    });

    test('is asked again when mails are switched off and on', async () => {
      const { organizer, guest, at, write } = await unconfirmed();
      const ann = await guest('Ann Lee');
      await write(ann, organizer, 0);
      await run(at(3));
      await wish(organizer, false);
      await wish(organizer, true);
      await write(ann, organizer, 4);
      await run(at(7));
      expect(mailsTo(organizer).map(tokenIn).filter(Boolean)).toHaveLength(2);
    });

    test('of many events is asked ten times an hour; other addresses are still told', async () => {
      attempts = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 0 });
      const email = `${unique()}@mail.example`;
      const { organizer, guest, at, write } = await party();
      for (let i = 0; i < 14; i++) {
        const { event } = await createTestEvent(getDb(), { organizer: { email } });
        const owner = await getDb().select().from(users).where(eq(users.eventId, event.id));
        const stranger = await createTestUser(getDb(), event.id);
        await write({ ...stranger, eventId: event.id }, owner[0] as UserRow, 0);
      }
      await write(await guest('Ann Lee'), organizer, 0);
      for (let minutes = 3; minutes < 20; minutes++) await run(at(minutes));
      expect(sent.filter(({ to }) => to === email)).toHaveLength(10);
      expect(mailsTo(organizer)).toHaveLength(1);
    });
  });
});
