import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { auditEntries, events } from '~db/schema';
import { ADMINISTRATOR, type Person } from '~/models/access';
import { readInspection } from '~/models/admin/inspect.server';
import { packTopJpegs, packTopPhotos } from '~/models/archive/downloads.server';
import { revealResult } from '~/models/event/reveal.server';
import { setEventSettings } from '~/models/event/write.server';
import { CHANGES, createChangeStreams } from '~/models/live/streams.server';
import type { ChangeKind } from '~/models/live/rules';
import { readMarks } from '~/models/live/marks.server';
import { createFeedAnswers, EVENT_CHANGED } from '~/models/photo/feed-answers.server';
import { drawnNeighbours } from '~/models/photo/neighbours.server';
import { GRACE_MS } from '~/models/photo/result';
import { addFavorite } from '~/models/photo/star.server';
import { presentPhotosTo } from '~/models/photo/views.server';
import { listUserPhotos } from '~/models/photo/read.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';
import { createFakeStorage } from '../setup/fakes';

const NOW = new Date(`${TODAY}T20:00:00.000Z`);
const storage = createFakeStorage();

withDatabases('hidden standings (rule `standings.hidden`)', (getDb, _kind, getConnection) => {
  let party: Awaited<ReturnType<typeof makeParty>>;
  beforeEach(async () => {
    party = await makeParty();
  });

  /** An event with hidden standings, in which the older of two photos leads. */
  async function makeParty() {
    const { event, organizer } = await createTestEvent(getDb(), { standings: 'hidden' });
    const [ann, ben, zoe] = [
      await createTestUser(getDb(), event.id),
      await createTestUser(getDb(), event.id),
      await createTestUser(getDb(), event.id),
    ];
    const first = await createTestPhoto(getDb(), ann, {
      createdAt: new Date(NOW.getTime() - 2000),
    });
    const second = await createTestPhoto(getDb(), ben, {
      createdAt: new Date(NOW.getTime() - 1000),
    });
    await createTestStar(getDb(), { userId: zoe.id, photoId: first.id, star: 1 });
    const visitor: Person = { userId: null, eventId: event.id, role: 'visitor', today: TODAY };
    return { event, organizer, ann, ben, zoe, first, second, visitor };
  }

  const feedsOf = () => createFeedAnswers({ db: getDb(), storage });

  test('photos come without their stars for everybody but the organizers', async () => {
    const { event, organizer, ann, zoe, visitor } = party;
    const countsFor = async (reader: Person) => {
      const feed = JSON.parse((await feedsOf().read({ eventId: event.id, reader })).json) as {
        favoriteCount: number | null;
      }[];
      const own = await listUserPhotos(getDb(), { eventId: event.id, userId: ann.id, reader });
      const shown = await presentPhotosTo(reader, own, { db: getDb(), storage });
      return [...feed, ...shown].map(({ favoriteCount }) => favoriteCount);
    };
    for (const reader of [visitor, asking(ann), asking(zoe)]) {
      expect(await countsFor(reader)).toEqual([null, null, null]);
      expect(await countsFor({ ...reader, seesStars: true })).toEqual([0, 1, 1]);
    }
    expect(await countsFor(asking(organizer))).toEqual([0, 1, 1]);
  });

  test('the ranking is refused, as a list and as a file', async () => {
    const { organizer, ann } = party;
    const refused = { code: 'standings_hidden' };
    const feeds = feedsOf();
    expect(await feeds.ranking(asking(organizer))).toHaveLength(1);
    await expect(feeds.ranking(asking(ann))).rejects.toMatchObject(refused);
    expect(feeds.cachedRanking(asking(ann))).toBeNull();
    const contents = { actor: asking(ann), missingNote: 'gone', photoWord: 'photo' };
    await expect(packTopPhotos({ db: getDb(), storage }, contents)).rejects.toMatchObject(refused);
    const jpeg = { db: getDb(), storage, toJpeg: () => Promise.reject(new Error('never asked')) };
    await expect(packTopJpegs(jpeg as never, contents)).rejects.toMatchObject(refused);
  });

  test('the viewer that was opened from the ranking goes through the feed', async () => {
    const { event, organizer, ann, first } = party;
    const placeFor = async (reader: Person) => {
      const { place, count } = await drawnNeighbours(getDb(), {
        photoId: first.id,
        eventId: event.id,
        from: 'top',
        reader,
      });
      return [place, count];
    };
    expect(await placeFor(asking(ann))).toEqual([2, 2]);
    expect(await placeFor(asking(organizer))).toEqual([1, 1]);
  });

  test('the administrator reads no stars either', async () => {
    const { event } = party;
    const read = () =>
      readInspection(getDb(), { actor: ADMINISTRATOR, eventId: event.id, page: 1, now: NOW });
    expect(await read()).toMatchObject({
      areStandingsHidden: true,
      figures: { stars: null },
      leaders: [],
    });
    await getDb().update(events).set({ standings: 'open' }).where(eq(events.id, event.id));
    expect(await read()).toMatchObject({ figures: { stars: 1 }, leaders: [{ place: 1 }] });
  });

  test('a star changes no mark, no ETag and no cached answer of a guest', async () => {
    const { event, organizer, ann, ben, first, second, visitor, zoe } = party;
    const feeds = feedsOf();
    await getConnection().listen(EVENT_CHANGED, (payload) => feeds.receive(payload));
    const deps = { db: getDb(), feeds, now: () => NOW, today: () => TODAY };
    const marksFor = (user: typeof ann) =>
      readMarks(deps, { actor: asking(user), user, event }, ['ranking', 'photos', 'event']);
    const before = await marksFor(ann);
    const answer = await feeds.read({ eventId: event.id, reader: visitor });
    const organizers = await marksFor(organizer);
    await addFavorite(getDb(), { photoId: second.id, actor: asking(zoe), now: () => NOW });
    await addFavorite(getDb(), { photoId: first.id, actor: asking(ben), now: () => NOW });
    await expect.poll(async () => (await marksFor(organizer)).ranking).not.toBe(organizers.ranking);
    expect(await marksFor(ann)).toEqual(before);
    // The same object: it was not made again, which would take longer.
    expect(await feeds.read({ eventId: event.id, reader: visitor })).toBe(answer);
  });

  test.each([true, false])(
    'streams tell guests of a star only while standings are open: hidden %s',
    async (isHidden) => {
      const { event, organizer, ann, zoe, second } = party;
      const streams = createChangeStreams({ areStandingsHidden: () => Promise.resolve(isHidden) });
      // What happened before arrives late.
      await getConnection().listen(CHANGES, (payload) => {
        if (payload?.includes(' stars ')) streams.receive(payload);
      });
      const heard: Record<string, ChangeKind[]> = { ann: [], zoe: [], organizer: [], visitor: [] };
      const listen = (name: string, userId: number | null, role: Person['role']) =>
        streams.open({
          eventId: event.id,
          userId,
          role,
          mailboxId: userId,
          session: name,
          address: name,
          announce: ({ of }) => heard[name]?.push(...of),
          beat: () => undefined,
          end: () => undefined,
        });
      listen('ann', ann.id, 'participant');
      listen('zoe', zoe.id, 'participant');
      listen('organizer', organizer.id, 'organizer');
      listen('visitor', null, 'visitor');
      await addFavorite(getDb(), { photoId: second.id, actor: asking(zoe), now: () => NOW });
      await expect
        .poll(() => heard.organizer)
        .toEqual(expect.arrayContaining(['ranking', 'stars']));
      expect(heard.ann).toEqual(isHidden ? [] : ['ranking']);
      expect(heard.visitor).toEqual(isHidden ? [] : ['ranking']);
      // They see at once that their own star is lit.
      expect(heard.zoe).toContain('favorites');
      streams.close();
    },
  );

  test('the reveal: not while stars count, at once or at a set time, and hidden again by a new choice', async () => {
    const { event, organizer } = party;
    const actor = asking(organizer);
    const reveal = (at?: Date | null, now = NOW) =>
      revealResult(getDb(), { actor, eventId: event.id, at, now });
    await expect(reveal()).rejects.toMatchObject({ code: 'voting_still_open' });
    const closes = new Date(NOW.getTime() + 60_000);
    await getDb().update(events).set({ votingClosesAt: closes }).where(eq(events.id, event.id));
    await expect(reveal(new Date(closes.getTime() + GRACE_MS - 1))).rejects.toMatchObject({
      code: 'voting_still_open',
    });
    await expect(reveal(new Date(NOW.getTime() - 1))).rejects.toMatchObject({
      code: 'send_at_past',
    });
    const counted = new Date(closes.getTime() + GRACE_MS);
    expect(await reveal(counted)).toMatchObject({ revealedAt: counted, votingClosedAt: null });
    expect((await reveal(null)).revealedAt).toBeNull();
    // Votes that are not counted yet are counted by it.
    expect(await reveal(undefined, closes)).toMatchObject({
      revealedAt: closes,
      votingClosedAt: closes,
    });
    // Pressing twice does not begin it again.
    expect((await reveal(null, new Date(closes.getTime() + 5))).revealedAt).toEqual(closes);
    const entries = await getDb()
      .select({ deed: auditEntries.deed })
      .from(auditEntries)
      .where(eq(auditEntries.eventId, event.id));
    expect(entries.map(({ deed }) => deed)).toEqual([
      'event.revealed',
      'event.revealed',
      'event.voting_closed',
      'event.revealed',
    ]);
    const settings = { standings: 'curtain' } as const;
    const changed = await setEventSettings(getDb(), { actor, eventId: event.id, settings });
    expect(changed).toMatchObject({ standings: 'curtain', revealedAt: null });
  });

  test('only organizers choose and reveal', async () => {
    const { event, ann } = party;
    const refused = { code: 'not_an_organizer' };
    const by = { actor: asking(ann), eventId: event.id };
    await expect(revealResult(getDb(), { ...by, now: NOW })).rejects.toMatchObject(refused);
    await expect(
      setEventSettings(getDb(), { ...by, settings: { standings: 'open' } }),
    ).rejects.toMatchObject(refused);
  });
});
