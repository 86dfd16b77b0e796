import { and, eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { events, keepingMails, mailNotices, photos, users } from '~db/schema';
import { keepingMailsPlan } from '~/jobs/keeping-mails.server';
import { ensureAdministrator } from '~/models/admin/account.server';
import { dayOf, type Day } from '~/models/day';
import type { EventRow } from '~/models/event/read.server';
import { createAttemptCounter } from '~/models/session/attempts.server';
import { stopMemberMails } from '~/models/user/morning-link.server';
import type { UserRow } from '~/models/user/read.server';
import type { Mail } from '~/services/mail.server';
import { createTestEvent, createTestPhoto, createTestUser, unique } from '../factories';
import { withDatabases } from '../setup/databases';
import { trustedClock } from '../setup/fakes';

// The mails that warn before photos and events are deleted (rule `retention.mail`).

const ORIGIN = 'https://photos.example';
const ZONE = 'Europe/Paris';
const ENV = { PUBLIC_ORIGIN: ORIGIN, SESSION_SECRET: ['a secret'] as [string] };

withDatabases('the mails that warn before a deletion', (getDb) => {
  // Its id is the administrator's, whom nobody warns.
  const administrator = { email: 'admin@example.com', username: 'admin', password: 'secret' };
  beforeAll(() => ensureAdministrator(getDb(), { ...administrator, today: '2030-01-01' }));

  // Each test has its own year, and sees only the mails to its own people.
  let years = 0;
  /** An event that ended on 10 June: its photos stay until 10 July, its people until 10 June a year later. */
  async function party(
    fields: Partial<EventRow> = {},
    { isConfirmed = true }: { isConfirmed?: boolean } = {},
  ) {
    years += 2;
    const year = 2030 + years;
    const { event, organizer } = await createTestEvent(getDb(), {
      startDate: `${year}-06-01`,
      endDate: `${year}-06-10`,
      ...fields,
      organizer: {
        name: 'Olga Ruiz',
        language: 'en',
        email: `${unique()}@mail.example`,
        emailConfirmedAt: isConfirmed ? new Date(0) : null,
      },
    });
    const guest = (name: string, more: Partial<UserRow> = {}) =>
      createTestUser(getDb(), event.id, {
        name,
        email: `${unique()}@mail.example`,
        language: 'en',
        mailConsent: true,
        ...more,
      });
    const [zoe, karim] = [await guest('Zoé Blum'), await guest('Karim Saïd')];
    await createTestPhoto(getDb(), zoe, { position: 1 });
    await createTestPhoto(getDb(), zoe, { position: 2, hiddenAt: new Date() });
    await createTestPhoto(getDb(), karim);
    /** In summer, Paris is two hours ahead. */
    const at = (day: string, time = '10:00', after = 0) =>
      new Date(`${year + after}-${day}T${time}:00+02:00`);
    return { event, organizer, guest, zoe, karim, at, year };
  }
  type Own = Awaited<ReturnType<typeof party>>;

  const attempts = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 0 });
  const sent: Mail[] = [];
  const takesAll = { send: (mail: Mail): Promise<void> => Promise.resolve(void sent.push(mail)) };
  const takesNone = { send: (): Promise<void> => Promise.reject(new Error('421 try again')) };
  const planAt = (now: Date, mail: typeof takesAll | typeof takesNone, keepMonths = 12) =>
    keepingMailsPlan({
      db: getDb(),
      log: pino({ level: 'silent' }),
      now: () => now,
      today: () => dayOf(now, ZONE),
      env: { ...ENV, EVENT_TIME_ZONE: ZONE, EVENT_KEEP_MONTHS: keepMonths },
      attempts,
      clock: trustedClock,
      mail,
    });
  const run = (
    now: Date,
    { mail = takesAll as typeof takesAll | typeof takesNone, keepMonths = 12 } = {},
  ) => planAt(now, mail, keepMonths).work({ mayContinue: () => Promise.resolve(true) });
  const mailsTo = ({ email }: UserRow) => sent.filter(({ to }) => to === email);
  const counts = ({ organizer, zoe, karim }: Own) =>
    [organizer, zoe, karim].map((user) => mailsTo(user).length);
  const set = (user: UserRow, fields: Partial<UserRow>) =>
    getDb().update(users).set(fields).where(eq(users.id, user.id));
  const change = ({ event }: Own, fields: Partial<EventRow>) =>
    getDb().update(events).set(fields).where(eq(events.id, event.id));
  /** As the hourly job does, with its message. */
  const announce = (own: Own, day: Day) => change(own, { goingAnnouncedOn: day });

  test('a week before photos are deleted, from ten on, organizers and guests who agreed get one', async () => {
    const own = await party();
    const silent = await own.guest('Ida Roth', { mailConsent: false });
    await run(own.at('07-02', '23:00'));
    await run(own.at('07-03', '09:59'));
    expect(counts(own)).toEqual([0, 0, 0]);
    await run(own.at('07-03'));
    await run(own.at('07-03', '10:01'));
    await run(own.at('07-10', '23:00'));
    expect(counts(own)).toEqual([1, 1, 1]);
    expect(mailsTo(silent)).toEqual([]);
  });

  test('none is sent once the photos are gone', async () => {
    const own = await party();
    await run(own.at('07-11'));
    expect(counts(own)).toEqual([0, 0, 0]);
  });

  test('it names the last day and leads to the downloads', async () => {
    const own = await party();
    await run(own.at('07-03'));
    const [mail] = mailsTo(own.organizer);
    expect(mail?.subject).toBe(`The photos are here until 10 July ${own.year}`);
    for (const said of [
      own.event.name,
      'Hi Olga,',
      `All 3 photos (ZIP):\n${ORIGIN}/event/photos.zip?format=jpeg`,
      `The album to print (PDF):\n${ORIGIN}/event/album.pdf`,
      `The guest list (CSV):\n${ORIGIN}/event/guests.csv`,
      'If you extend the event in its shop',
      'one of the event’s organizers',
      `No more e-mails: ${ORIGIN}/morning/stop/`,
    ]) {
      expect(mail?.text).toContain(said);
    }
    expect(mail?.unsubscribe).toMatch(/^https:\/\/photos\.example\/morning\/stop\//);
    expect(mail?.html).toContain(`href="${ORIGIN}/event/album.pdf"`);
    expect(mail?.text).not.toContain('/morning/in/');

    const [to] = mailsTo(own.zoe);
    expect(to?.text).toMatch(
      /^Your 2 photos:\nhttps:\/\/photos\.example\/morning\/in\/[\w-]+\?take=mine$/m,
    );
    expect(to?.text).toMatch(
      /^All 2 photos:\nhttps:\/\/photos\.example\/morning\/in\/[\w-]+\?take=all$/m,
    );
    expect(to?.text).not.toMatch(/shop|\/event\/|null|undefined|\{\{/);
  });

  test('where guests may not take all photos, it leads them to their own', async () => {
    const own = await party({ guestsMayDownload: false });
    const none = await own.guest('Ida Roth');
    await run(own.at('07-03'));
    expect(mailsTo(own.zoe)[0]?.text).toContain('take=mine');
    expect(mailsTo(own.zoe)[0]?.text).not.toContain('take=all');
    expect(mailsTo(none)[0]?.text).not.toContain('take=');
    expect(mailsTo(own.organizer)[0]?.text).toContain('/event/photos.zip');
  });

  test('after an extension there is another one, for the new day', async () => {
    const own = await party();
    await run(own.at('07-03'));
    await change(own, { endDate: `${own.year}-06-20` });
    await run(own.at('07-04'));
    await run(own.at('07-13', '09:59'));
    expect(counts(own)).toEqual([1, 1, 1]);
    await run(own.at('07-13'));
    await run(own.at('07-14'));
    expect(counts(own)).toEqual([2, 2, 2]);
    expect(mailsTo(own.zoe)[1]?.subject).toContain(`20 July ${own.year}`);
  });

  test('an earlier end is announced when it is known', async () => {
    const own = await party({ endDate: '2099-01-01' });
    await run(own.at('07-05'));
    expect(counts(own)).toEqual([0, 0, 0]);
    await change(own, { endDate: `${own.year}-06-08` });
    await run(own.at('07-05'));
    expect(counts(own)).toEqual([1, 1, 1]);
    expect(mailsTo(own.zoe)[0]?.subject).toContain(`8 July ${own.year}`);
  });

  describe('nobody gets one who', () => {
    test.each<[string, (own: Own) => Promise<unknown>]>([
      ['did not agree', ({ zoe }) => set(zoe, { mailConsent: false })],
      ['was removed', ({ zoe }) => set(zoe, { removeAt: new Date() })],
      ['has left', ({ zoe }) => getDb().delete(users).where(eq(users.id, zoe.id))],
      ['has a made-up address', ({ zoe }) => set(zoe, { email: 'zoe@demo.example' })],
    ])('%s', async (_who, make) => {
      const own = await party();
      await make(own);
      await run(own.at('07-03'));
      expect(counts(own)).toEqual([1, 0, 1]);
    });

    test('organizes the event and has switched mails off; co-organizers get theirs', async () => {
      const own = await party();
      await set(own.zoe, { isOrganizer: true, coOrganizerSince: new Date(), mailConsent: false });
      await getDb().insert(mailNotices).values({ userId: own.organizer.id, isWanted: false });
      await run(own.at('07-03'));
      expect(counts(own)).toEqual([0, 1, 1]);
      expect(mailsTo(own.zoe)[0]?.text).toContain('/event/photos.zip');
    });

    test('has ended them by the link of the mail', async () => {
      const own = await party();
      await run(own.at('07-03'));
      for (const user of [own.organizer, own.zoe]) {
        const token = mailsTo(user)[0]?.unsubscribe?.split('/').pop() ?? '';
        await stopMemberMails({ db: getDb(), env: ENV }, { token });
      }
      await change(own, { endDate: `${own.year}-06-20` });
      await run(own.at('07-13'));
      expect(counts(own)).toEqual([1, 1, 2]);
    });
  });

  test('where guests may not look, or see no photo, only organizers get one', async () => {
    const closed = await party({ guestsMayLook: false });
    await run(closed.at('07-03'));
    expect(counts(closed)).toEqual([1, 0, 0]);
    const hidden = await party();
    await getDb()
      .update(photos)
      .set({ hiddenAt: new Date() })
      .where(eq(photos.eventId, hidden.event.id));
    await run(hidden.at('07-03'));
    expect(counts(hidden)).toEqual([1, 0, 0]);
    const empty = await party();
    await getDb().delete(photos).where(eq(photos.eventId, empty.event.id));
    await run(empty.at('07-03'));
    expect(counts(empty)).toEqual([0, 0, 0]);
  });

  test('an address that may be a stranger’s gets nothing that people wrote', async () => {
    const own = await party({}, { isConfirmed: false });
    await run(own.at('07-03'));
    for (const user of [own.organizer, own.zoe]) {
      const [mail] = mailsTo(user);
      const said = `${mail?.subject} ${mail?.text} ${mail?.html}`;
      for (const word of [own.event.name, 'Zoé', 'Olga']) expect(said).not.toContain(word);
      expect(said).toContain(`10 July ${own.year}`);
    }
  });

  describe('a week before an event is deleted with its people', () => {
    test('its organizers get one, once it is announced, and guests none', async () => {
      const own = await party();
      await run(own.at('06-03', '10:00', 1));
      expect(counts(own)).toEqual([0, 0, 0]);
      await announce(own, `${own.year + 1}-06-03`);
      await run(own.at('06-03', '09:59', 1));
      expect(counts(own)).toEqual([0, 0, 0]);
      await run(own.at('06-03', '10:00', 1));
      await run(own.at('06-04', '10:00', 1));
      expect(counts(own)).toEqual([1, 0, 0]);
      const [mail] = mailsTo(own.organizer);
      expect(mail?.subject).toMatch(new RegExp(`10 June ${own.year + 1}$`));
      expect(mail?.text).toContain('/event/guests.csv');
      expect(mail?.text).not.toMatch(/photos\.zip|album\.pdf/);
    });

    test('a late announcement names the later day, and none is sent after it', async () => {
      const own = await party();
      await announce(own, `${own.year + 1}-07-01`);
      await run(own.at('07-09', '10:00', 1));
      expect(counts(own)).toEqual([0, 0, 0]);
      await run(own.at('07-08', '10:00', 1));
      expect(mailsTo(own.organizer)[0]?.subject).toContain('8 July');
    });

    test('none is sent where events stay for ever, or longer than announced', async () => {
      const own = await party();
      await announce(own, `${own.year + 1}-06-03`);
      const now = own.at('06-03', '10:00', 1);
      await run(now, { keepMonths: 0 });
      await run(now, { keepMonths: 24 });
      expect(counts(own)).toEqual([0, 0, 0]);
      await run(now);
      expect(counts(own)).toEqual([1, 0, 0]);
    });

    test('a shorter time that is announced again names its own day', async () => {
      const own = await party();
      await announce(own, `${own.year}-12-03`);
      await run(own.at('12-03', '12:00'), { keepMonths: 6 });
      expect(mailsTo(own.organizer)).toHaveLength(1);
      await announce(own, `${own.year + 1}-06-03`);
      await run(own.at('06-03', '10:00', 1));
      expect(mailsTo(own.organizer)).toHaveLength(2);
    });
  });

  test('what the mail server refuses is tried again, and then given up', async () => {
    const own = await party();
    for (const user of [own.organizer, own.karim]) await set(user, { email: 'x@demo.example' });
    const atMinute = (minute: number) => new Date(own.at('07-03').getTime() + minute * 60_000);
    for (const minute of [0, 2]) await run(atMinute(minute), { mail: takesNone });
    await run(atMinute(5));
    expect(mailsTo(own.zoe)).toEqual([]);
    await run(atMinute(6));
    await run(atMinute(70));
    expect(mailsTo(own.zoe)).toHaveLength(1);

    const other = await party();
    const late = (minute: number) => new Date(other.at('07-03').getTime() + minute * 60_000);
    for (const minute of [0, 2, 6, 14, 30, 62]) await run(late(minute), { mail: takesNone });
    const isTheirs = and(eq(keepingMails.userId, other.zoe.id), eq(keepingMails.warning, 'photos'));
    const [row] = await getDb().select().from(keepingMails).where(isTheirs);
    expect(row).toMatchObject({ failures: 6, retryAt: null });
    await run(late(600));
    expect(counts(other)).toEqual([0, 0, 0]);
    // Another day is another mail, with all its tries.
    await change(other, { endDate: `${other.year}-06-20` });
    await run(other.at('07-13'), { mail: takesNone });
    await run(new Date(other.at('07-13').getTime() + 2 * 60_000));
    expect(counts(other)).toEqual([1, 1, 1]);
  });

  test('of servers that work at once, one sends it', async () => {
    const own = await party();
    await Promise.all([1, 2, 3].map(() => run(own.at('07-03'))));
    expect(counts(own)).toEqual([1, 1, 1]);
  });

  test('a member whose mail was claimed before a kill gets none afterwards', async () => {
    const own = await party();
    const killed = { send: () => new Promise<void>(() => undefined) };
    void planAt(own.at('07-03'), killed).work({ mayContinue: () => Promise.resolve(true) });
    const claimed = () => getDb().$count(keepingMails, eq(keepingMails.userId, own.organizer.id));
    await expect.poll(claimed).toBe(1);
    await run(own.at('07-03', '10:05'));
    expect(counts(own)).toEqual([0, 1, 1]);
  });
});
