import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { events, mailNotices, morningMails, photos, users } from '~db/schema';
import { morningMailsPlan } from '~/jobs/morning-mails.server';
import { addDays, dayOf } from '~/models/day';
import type { EventRow } from '~/models/event/read.server';
import { readMailWish } from '~/models/message/mail-wish.server';
import { setAnswer } from '~/models/user/answers.server';
import {
  findByMorningLink,
  morningToken,
  openMorningLink,
  stopMemberMails,
} from '~/models/user/morning-link.server';
import { createAttemptCounter } from '~/models/session/attempts.server';
import type { UserRow } from '~/models/user/read.server';
import type { Mail } from '~/services/mail.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeImages, createFakeStorage, trustedClock } from '../setup/fakes';

// The mail on the morning after (rules `mails.morning`, `mails.morning-link`).

const ORIGIN = 'https://photos.example';
const ZONE = 'UTC';
const ENV = {
  PUBLIC_ORIGIN: ORIGIN,
  SESSION_SECRET: ['a secret'] as [string],
  EVENT_TIME_ZONE: ZONE,
};

withDatabases('the mail on the morning after', (getDb) => {
  // Each test has its own week, and sees only the mails to its own people.
  let weeks = 0;
  async function party(
    fields: Partial<EventRow> = {},
    { isConfirmed = true }: { isConfirmed?: boolean } = {},
  ) {
    weeks += 1;
    const endDate = addDays(TODAY, weeks * 7);
    const emailConfirmedAt = isConfirmed ? new Date(0) : null;
    const { event, organizer } = await createTestEvent(getDb(), {
      endDate,
      thanks: 'We laughed until two',
      ...fields,
      organizer: { email: `${unique()}@mail.example`, emailConfirmedAt, mailConsent: true },
    });
    const guest = (name: string, more: Partial<UserRow> = {}) =>
      createTestUser(getDb(), event.id, {
        name,
        email: `${unique()}@mail.example`,
        language: 'en',
        mailConsent: true,
        ...more,
      });
    const [zoe, karim, ida] = [
      await guest('Zoé Blum'),
      await guest('Karim Saïd'),
      await guest('Ida Roth'),
    ];
    const best = await createTestPhoto(getDb(), zoe, { caption: 'Hold still', position: 2 });
    const dull = await createTestPhoto(getDb(), zoe, { position: 1 });
    const his = await createTestPhoto(getDb(), karim);
    await createTestStar(getDb(), { userId: karim.id, photoId: best.id, star: 1 });
    await createTestStar(getDb(), { userId: ida.id, photoId: best.id, star: 1 });
    await createTestStar(getDb(), { userId: ida.id, photoId: his.id, star: 2 });
    const at = (time: string, days = 1) => new Date(`${addDays(endDate, days)}T${time}:00.000Z`);
    return { event, organizer, guest, zoe, karim, ida, best, dull, his, at };
  }
  type Own = Awaited<ReturnType<typeof party>>;

  const attempts = createAttemptCounter({ db: null, eventsPerHour: 0, joinsPerMinute: 0 });
  let picture: Buffer;
  beforeAll(async () => {
    const create = { width: 30, height: 40, channels: 3, background: 'teal' } as const;
    picture = await sharp({ create }).webp().toBuffer();
  });
  const sent: Mail[] = [];
  const takesAll = { send: (mail: Mail) => Promise.resolve(void sent.push(mail)) };
  const takesNone = { send: () => Promise.reject(new Error('421 try again')) };
  const depsAt = (now: Date) => ({
    db: getDb(),
    log: pino({ level: 'silent' }),
    now: () => now,
    today: () => dayOf(now, ZONE),
    images: createFakeImages(),
    storage: { ...createFakeStorage(), read: async () => picture },
    env: ENV,
    attempts,
    clock: trustedClock,
  });
  const run = (now: Date, mail: typeof takesAll | typeof takesNone = takesAll) =>
    morningMailsPlan({ ...depsAt(now), mail }).work({ mayContinue: () => Promise.resolve(true) });
  const mailsTo = ({ email }: UserRow) => sent.filter(({ to }) => to === email);
  const namesMailed = ({ zoe, karim, ida }: Own) =>
    [zoe, karim, ida].filter((user) => mailsTo(user).length > 0).map(({ name }) => name);
  const set = (user: UserRow, fields: Partial<UserRow>) =>
    getDb().update(users).set(fields).where(eq(users.id, user.id));

  test('each guest who agreed gets one, from ten on, and never a second one', async () => {
    const own = await party();
    await run(own.at('09:59'));
    expect(namesMailed(own)).toEqual([]);
    await run(own.at('10:00'));
    await run(own.at('10:01'));
    await run(own.at('23:00'));
    for (const user of [own.zoe, own.karim, own.ida]) expect(mailsTo(user)).toHaveLength(1);
    expect(mailsTo(own.organizer)).toEqual([]);
    // Neither does an event that went on and ended again.
    const later = { endDate: addDays(own.event.endDate, 3) };
    await getDb().update(events).set(later).where(eq(events.id, own.event.id));
    await run(own.at('10:00', 4));
    expect(mailsTo(own.zoe)).toHaveLength(1);
  });

  test('it says who won, how the reader’s own photo did, the thanks, until when, and why it came', async () => {
    const own = await party();
    await run(own.at('10:00'));
    const [mail] = mailsTo(own.zoe);
    expect(mail?.subject).toBe(`The morning after: ${own.event.name}`);
    for (const said of [
      'Good morning Zoé,',
      'Your photo “Hold still” came 1st of 3, with 2 stars. Your 2 photos and everybody else’s',
      '1. Zoé, 2 stars\n2. Karim, 1 star',
      '“We laughed until two”',
      own.organizer.name,
      'Then they are deleted for good.',
      `because you joined the photo contest “${own.event.name}” with this address`,
      'See and take them home:\nhttps://photos.example/morning/in/',
      'No more e-mails: https://photos.example/morning/stop/',
    ]) {
      expect(mail?.text).toContain(said);
    }
    expect(mail?.unsubscribe).toMatch(/^https:\/\/photos\.example\/morning\/stop\//);
    expect(mail?.pictures?.map(({ cid }) => cid)).toEqual([
      `photo-${own.best.id}`,
      `photo-${own.his.id}`,
    ]);
    expect(mail?.html).toContain(`src="cid:photo-${own.best.id}"`);
    // A guest without a photo reads nothing about one.
    const [to] = mailsTo(own.ida);
    expect(to?.text).toContain('Everybody’s photos are waiting for you.');
    expect(to?.text).not.toMatch(/\bcame\b|null|undefined|NaN/);
  });

  test('a late photo is counted with the album, and not among the photos of the contest', async () => {
    const own = await party();
    const late = await createTestPhoto(getDb(), own.ida, { position: 1, late: true });
    const hers = await createTestPhoto(getDb(), own.ida, { position: 2 });
    await run(own.at('10:00'));
    expect(mailsTo(own.zoe)[0]?.text).toContain('came 1st of 4, with 2 stars.');
    expect(mailsTo(own.zoe)[0]?.text).toContain('5 photos');
    const pictures = mailsTo(own.ida)[0]?.pictures?.map(({ cid }) => cid);
    expect(pictures).toContain(`photo-${hers.id}`);
    expect(pictures).not.toContain(`photo-${late.id}`);
  });

  test('what people have typed is in it as text', async () => {
    const own = await party({ thanks: '<b>"Thanks"</b> & <img src=x>' });
    const name = `<i>Tom & Ann</i> ${unique()}`;
    await getDb().update(events).set({ name }).where(eq(events.id, own.event.id));
    await run(own.at('10:00'));
    const html = mailsTo(own.zoe)[0]?.html ?? '';
    expect(html).toContain('&lt;i&gt;Tom &amp; Ann&lt;/i&gt;');
    expect(html).not.toMatch(/<i>|<img src=x/);
  });

  test('hidden photos are neither shown nor counted, and a secret stays one', async () => {
    const own = await party();
    await getDb().update(photos).set({ hiddenAt: new Date() }).where(eq(photos.id, own.best.id));
    await run(own.at('10:00'));
    const [mail] = mailsTo(own.zoe);
    expect(mail?.text).not.toContain('Hold still');
    expect(mail?.text).toContain('2 photos, 3 guests');
    expect(mail?.pictures?.map(({ cid }) => cid)).toEqual([
      `photo-${own.his.id}`,
      `photo-${own.dull.id}`,
    ]);

    const secret = await party({ standings: 'hidden' });
    await run(secret.at('10:00'));
    const [to] = mailsTo(secret.karim);
    expect(to?.text).toContain('Who won is still a secret.');
    expect(to?.text).not.toMatch(/\d stars?|1st|2nd|Zoé/);
    expect(to?.pictures?.map(({ cid }) => cid)).toEqual([`photo-${secret.his.id}`]);
  });

  test('an address that may be a stranger’s gets nothing that people wrote or photographed', async () => {
    const own = await party({}, { isConfirmed: false });
    await set(own.karim, { emailConfirmedAt: new Date(0) });
    await run(own.at('10:00'));
    const [mail] = mailsTo(own.zoe);
    expect(mail?.subject).toBe('The morning after');
    expect(mail?.pictures).toEqual([]);
    const said = `${mail?.subject} ${mail?.text} ${mail?.html}`;
    for (const word of [
      own.event.name,
      'Zoé',
      'Karim',
      'Hold still',
      'laughed',
      own.organizer.name,
    ]) {
      expect(said).not.toContain(word);
    }
    expect(mail?.text).toContain(`${ORIGIN}/morning/in/`);
    expect(mailsTo(own.karim)[0]?.subject).toContain(own.event.name);
  });

  describe('nobody gets one who', () => {
    test.each<[string, (own: Own) => Promise<unknown>]>([
      ['did not agree', ({ zoe }) => set(zoe, { mailConsent: false })],
      [
        'has switched it off',
        ({ zoe }) => setAnswer(getDb(), { actor: asking(zoe), answer: { mailConsent: false } }),
      ],
      ['was removed', ({ zoe }) => set(zoe, { removeAt: new Date() })],
      ['has left', ({ zoe }) => getDb().delete(users).where(eq(users.id, zoe.id))],
      [
        'organizes the event',
        ({ zoe }) => set(zoe, { isOrganizer: true, coOrganizerSince: new Date() }),
      ],
    ])('%s', async (_who, change) => {
      const own = await party();
      await change(own);
      await run(own.at('10:00'));
      expect(namesMailed(own)).toEqual(['Karim Saïd', 'Ida Roth']);
    });

    test('has a made-up address', async () => {
      const own = await party();
      await set(own.zoe, { email: 'zoe@demo.example' });
      await run(own.at('10:00'));
      expect(sent.some(({ to }) => to.endsWith('@demo.example'))).toBe(false);
    });
  });

  test.each<[string, Partial<EventRow>]>([
    ['its guests may not look', { guestsMayLook: false }],
    ['it goes on', { endDate: addDays(TODAY, 4000) }],
  ])('an event sends none if %s', async (_why, fields) => {
    const own = await party();
    await getDb().update(events).set(fields).where(eq(events.id, own.event.id));
    await run(own.at('10:00'));
    expect(namesMailed(own)).toEqual([]);
  });

  test('an event without photos sends none, and none is sent a day late', async () => {
    const own = await party();
    await run(own.at('10:00', 2));
    expect(namesMailed(own)).toEqual([]);
    await getDb().delete(photos).where(eq(photos.eventId, own.event.id));
    await run(own.at('10:00'));
    expect(namesMailed(own)).toEqual([]);
  });

  test('after an earlier end by hand, it comes the next morning', async () => {
    const own = await party();
    const endedAt = own.at('23:30', -3);
    await getDb().update(events).set({ endedAt }).where(eq(events.id, own.event.id));
    await run(own.at('09:00', -2));
    expect(namesMailed(own)).toEqual([]);
    await run(own.at('10:00', -2));
    expect(namesMailed(own)).toHaveLength(3);
    await run(own.at('10:00'));
    expect(mailsTo(own.zoe)).toHaveLength(1);
  });

  test('what the mail server refuses is tried again, and then given up', async () => {
    const own = await party();
    const only = [own.karim, own.ida];
    for (const user of only) await set(user, { mailConsent: false });
    const minutes = [0, 2, 6, 14, 30, 62];
    const atMinute = (minute: number) => new Date(own.at('10:00').getTime() + minute * 60_000);
    for (const minute of minutes.slice(0, 3)) await run(atMinute(minute), takesNone);
    await run(atMinute(13));
    expect(mailsTo(own.zoe)).toEqual([]);
    await run(atMinute(14));
    await run(atMinute(62));
    expect(mailsTo(own.zoe)).toHaveLength(1);

    const other = await party();
    const late = (minute: number) => new Date(other.at('10:00').getTime() + minute * 60_000);
    for (const minute of minutes) await run(late(minute), takesNone);
    const [row] = await getDb()
      .select()
      .from(morningMails)
      .where(eq(morningMails.userId, other.zoe.id));
    expect(row).toMatchObject({ failures: 6, retryAt: null });
    await run(late(600));
    expect(namesMailed(other)).toEqual([]);
  });

  test('an address that many have joined with gets no more mails in an hour than others do', async () => {
    const own = await party();
    const email = `${unique()}@mail.example`;
    for (let number = 0; number < 8; number += 1) await own.guest(`Guest ${number}`, { email });
    await run(own.at('10:00'));
    expect(sent.filter(({ to }) => to === email)).toHaveLength(5);
  });

  test('of servers that work at once, one sends it', async () => {
    const own = await party();
    const now = own.at('10:00');
    await Promise.all([run(now), run(now), run(now)]);
    for (const user of [own.zoe, own.karim, own.ida]) expect(mailsTo(user)).toHaveLength(1);
  });

  test('a member whose mail was claimed before a kill gets none afterwards', async () => {
    const own = await party();
    const killed = { send: () => new Promise<void>(() => undefined) };
    void morningMailsPlan({ ...depsAt(own.at('10:00')), mail: killed }).work({
      mayContinue: () => Promise.resolve(true),
    });
    const isClaimed = () => getDb().$count(morningMails, eq(morningMails.userId, own.zoe.id));
    await expect.poll(isClaimed).toBe(1);
    await run(own.at('10:05'));
    expect(namesMailed(own)).toEqual(['Karim Saïd', 'Ida Roth']);
  });

  describe('the links', () => {
    const linkDeps = (now: Date) => ({ ...depsAt(now) });

    test('one lets a guest in as long as the photos are kept, and confirms the address', async () => {
      const own = await party();
      const token = morningToken(own.zoe, 'morning', ENV);
      const deps = linkDeps(own.at('12:00'));
      expect((await findByMorningLink(deps, { token }))?.user.id).toBe(own.zoe.id);
      expect((await openMorningLink(deps, { token })).id).toBe(own.zoe.id);
      expect((await openMorningLink(deps, { token })).id).toBe(own.zoe.id);
      const [row] = await getDb().select().from(users).where(eq(users.id, own.zoe.id));
      expect(row?.emailConfirmedAt).toEqual(own.at('12:00'));
      const gone = linkDeps(own.at('12:00', 40));
      await expect(openMorningLink(gone, { token })).rejects.toMatchObject({
        code: 'link_expired',
      });
    });

    test.each<[string, (own: Own) => Promise<unknown>]>([
      [
        'became a co-organizer',
        ({ zoe }) => set(zoe, { isOrganizer: true, coOrganizerSince: new Date() }),
      ],
      ['has another address', ({ zoe }) => set(zoe, { emailKey: 'other@mail.example' })],
      ['was removed', ({ zoe }) => set(zoe, { removeAt: new Date() })],
    ])('it lets nobody in who %s', async (_who, change) => {
      const own = await party();
      const token = morningToken(own.zoe, 'morning', ENV);
      await change(own);
      const deps = linkDeps(own.at('12:00'));
      await expect(openMorningLink(deps, { token })).rejects.toMatchObject({
        code: 'link_expired',
      });
    });

    test('the other one ends all mails, and lets nobody in', async () => {
      const own = await party();
      const stop = morningToken(own.zoe, 'morning stop', ENV);
      const deps = linkDeps(own.at('09:00'));
      expect(await findByMorningLink(deps, { token: stop })).toBeNull();
      const enter = morningToken(own.zoe, 'morning', ENV);
      await expect(stopMemberMails(deps, { token: enter })).rejects.toMatchObject({
        code: 'link_expired',
      });
      await getDb().insert(mailNotices).values({ userId: own.zoe.id, isWanted: true });
      await stopMemberMails(deps, { token: stop });
      await stopMemberMails(deps, { token: stop });
      expect(await readMailWish(getDb(), { user: own.zoe })).toBe(false);
      await run(own.at('10:00'));
      expect(namesMailed(own)).toEqual(['Karim Saïd', 'Ida Roth']);
    });
  });
});
