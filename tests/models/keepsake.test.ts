import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { events, users, type EventRow } from '~db/schema';
import { accessTo, type Person } from '~/models/access';
import { getEvent } from '~/models/event/read.server';
import { REVEAL_MS } from '~/models/event/standings';
import { mayShare, readCertified, readSharedPodium } from '~/models/keepsake/keepsake.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { closeVoting } from '~/models/photo/result.server';
import { deletePhoto } from '~/models/photo/write.server';
import { setAnswer } from '~/models/user/answers.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestStar,
  createTestUser,
  TODAY,
} from '../factories';
import { withDatabases } from '../setup/databases';

// Rules `share.…` and `certificate.…`.

const NOW = new Date(`${TODAY}T20:00:00.000Z`);

withDatabases('what is taken along from the podium', (getDb) => {
  /** An event whose votes are counted: Zoé Blum first with two stars, Karim Saïd second with one. */
  async function party(fields: Partial<EventRow> = {}, { isClosed = true } = {}) {
    const db = getDb();
    const { event, organizer } = await createTestEvent(db, fields);
    const zoe = await createTestUser(db, event.id, { name: 'Zoé Blum' });
    const karim = await createTestUser(db, event.id, { name: 'Karim Saïd' });
    const voter = await createTestUser(db, event.id);
    const [first, second] = [await createTestPhoto(db, zoe), await createTestPhoto(db, karim)];
    await createTestStar(db, { userId: voter.id, photoId: first.id, star: 1 });
    await createTestStar(db, { userId: karim.id, photoId: first.id, star: 1 });
    await createTestStar(db, { userId: voter.id, photoId: second.id, star: 2 });
    const actor = asking(organizer);
    if (isClosed) await closeVoting(db, { actor, eventId: event.id, now: () => NOW });
    return { event, organizer, zoe, karim, voter, first, second };
  }
  type Own = Awaited<ReturnType<typeof party>>;

  const asked = async ({ event }: Own, actor: Person, now = NOW) => ({
    actor,
    event: await getEvent(getDb(), { eventId: event.id }),
    now,
  });
  const podiumOf = async (own: Own, actor: Person = asking(own.voter)) =>
    readSharedPodium(getDb(), await asked(own, actor));
  const namesOf = async (own: Own) =>
    (await podiumOf(own)).map(({ photo }) => photo && photo.shownName);
  const certificateOf = async (own: Own, actor: Person, photoId: number) =>
    readCertified(getDb(), { ...(await asked(own, actor)), photoId });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
  const agree = (user: Parameters<typeof asking>[0], isNamed = true) =>
    setAnswer(getDb(), { actor: asking(user), answer: { mayBeNamed: isNamed } });
  const set = ({ event }: Own, fields: Partial<EventRow>) =>
    getDb().update(events).set(fields).where(eq(events.id, event.id));

  describe('names on shared pictures', () => {
    test('only guests who agreed are named, by their first name, and a changed answer counts at once', async () => {
      const own = await party();
      expect(await namesOf(own)).toEqual([null, null, null]);
      await agree(own.zoe);
      await agree(own.karim, false);
      expect(await namesOf(own)).toEqual(['Zoé', null, null]);
      await agree(own.zoe, false);
      await agree(own.karim);
      expect(await namesOf(own)).toEqual([null, 'Karim', null]);
    });

    test('everybody answers for themselves, and visitors for nobody', async () => {
      const own = await party();
      const visitor = { ...asking(own.zoe), userId: null, role: 'visitor' } as const;
      expect(
        await codeOf(setAnswer(getDb(), { actor: visitor, answer: { mayBeNamed: true } })),
      ).toBe('access_denied');
      const elsewhere = { ...asking(own.zoe), eventId: (await party()).event.id };
      expect(
        await codeOf(setAnswer(getDb(), { actor: elsewhere, answer: { mayBeNamed: true } })),
      ).toBe('user_not_found');
      await agree(own.organizer);
      const rows = await getDb()
        .select({ id: users.id, mayBeNamed: users.mayBeNamed })
        .from(users)
        .where(eq(users.eventId, own.event.id));
      expect(rows.filter(({ mayBeNamed }) => mayBeNamed !== null)).toEqual([
        { id: own.organizer.id, mayBeNamed: true },
      ]);
    });

    test('it can be said after the end, as long as one may look', async () => {
      const own = await party();
      await set(own, { endDate: '2026-06-14', startDate: '2026-06-13' });
      expect(accessTo(asking(own.zoe), await getEvent(getDb(), { eventId: own.event.id }))).toBe(
        'read-only',
      );
      await agree(own.zoe);
      expect(await namesOf(own)).toEqual(['Zoé', null, null]);
      await set(own, { guestsMayLook: false });
      expect(await codeOf(agree(own.zoe, false))).toBe('event_ended');
      expect(await codeOf(agree(own.organizer))).toBe('done');
    });

    test('a name that opens the event together with the one beside it is not shown', async () => {
      const own = await party();
      await agree(own.zoe);
      await getDb().update(users).set({ name: 'ZOE' }).where(eq(users.id, own.organizer.id));
      expect(await namesOf(own)).toEqual([null, null, null]);
      await set(own, { door: 'code', code: 'abcdefghjk' });
      expect(await namesOf(own)).toEqual(['Zoé', null, null]);
    });
  });

  describe('when', () => {
    test('before the votes are counted there is no result, and after the end there is', async () => {
      const own = await party({}, { isClosed: false });
      const { voter, zoe, first, organizer } = own;
      for (const user of [voter, organizer]) {
        expect(await codeOf(podiumOf(own, asking(user)))).toBe('result_none');
        expect(mayShare(await asked(own, asking(user)))).toBe(false);
      }
      expect(await codeOf(certificateOf(own, asking(zoe), first.id))).toBe('result_none');
      await set(own, { endDate: '2026-06-14', startDate: '2026-06-13' });
      expect((await podiumOf(own)).map(({ place }) => place)).toEqual([1, 2, 3]);
      expect(mayShare(await asked(own, asking(voter)))).toBe(true);
    });

    test('while standings are hidden everybody is refused alike, counted or not', async () => {
      for (const isClosed of [false, true]) {
        const own = await party({ standings: 'hidden' }, { isClosed });
        const { voter, zoe, karim, first, organizer } = own;
        for (const user of [voter, organizer]) {
          expect(await codeOf(podiumOf(own, asking(user)))).toBe('standings_hidden');
          expect(mayShare(await asked(own, asking(user)))).toBe(false);
        }
        for (const user of [zoe, karim, organizer]) {
          expect(await codeOf(certificateOf(own, asking(user), first.id))).toBe('standings_hidden');
        }
        const unstarred = await createTestPhoto(getDb(), zoe, { position: 2 });
        expect(await codeOf(certificateOf(own, asking(zoe), unstarred.id))).toBe(
          'standings_hidden',
        );
        await set(own, { revealedAt: new Date(NOW.getTime() - REVEAL_MS) });
        expect(await codeOf(podiumOf(own))).toBe(isClosed ? 'done' : 'result_none');
      }
    });

    test('not while nobody stands on the podium', async () => {
      const own = await party();
      const actor = asking(own.organizer);
      for (const { id } of [own.first, own.second]) {
        await setPhotoHidden(getDb(), { photoId: id, actor, isHidden: true, now: NOW });
      }
      expect(await codeOf(podiumOf(own))).toBe('result_none');
    });
  });

  describe('who', () => {
    test('members share; visitors and other events do not', async () => {
      const own = await party();
      const other = await party();
      const visitor = { ...asking(own.voter), userId: null, role: 'visitor' } as const;
      expect(await codeOf(podiumOf(own, visitor))).toBe('access_denied');
      expect(await codeOf(podiumOf(own, asking(other.voter)))).toBe('access_denied');
      expect(await codeOf(podiumOf(own, asking(other.organizer)))).toBe('access_denied');
    });

    test('a certificate is for its owner and the organizers', async () => {
      const own = await party();
      const { zoe, karim, voter, organizer, first, second } = own;
      for (const user of [zoe, organizer]) {
        expect(await certificateOf(own, asking(user), first.id)).toMatchObject({
          place: 1,
          isShared: false,
          userName: 'Zoé Blum',
          favoriteCount: 2,
        });
      }
      for (const user of [karim, voter]) {
        expect(await codeOf(certificateOf(own, asking(user), first.id))).toBe('access_denied');
      }
      const other = await party();
      expect(await codeOf(certificateOf(other, asking(other.organizer), second.id))).toBe(
        'access_denied',
      );
      const unstarred = await createTestPhoto(getDb(), zoe, { position: 2 });
      expect(await codeOf(certificateOf(own, asking(zoe), unstarred.id))).toBe('photo_not_found');
      expect(await codeOf(certificateOf(own, asking(zoe), 2_000_000_000))).toBe('photo_not_found');
    });
  });

  describe('ties and gaps', () => {
    test('a shared place is shown as shared, even when the other photo is gone', async () => {
      const own = await party({}, { isClosed: false });
      const { zoe, karim, organizer, first, second } = own;
      await createTestStar(getDb(), { userId: zoe.id, photoId: second.id, star: 1 });
      const actor = asking(organizer);
      await closeVoting(getDb(), { actor, eventId: own.event.id, now: () => NOW });
      expect((await podiumOf(own)).map(({ place, photo }) => [place, photo?.id])).toEqual([
        [1, first.id],
        [1, second.id],
        [3, undefined],
      ]);
      expect((await certificateOf(own, asking(karim), second.id)).isShared).toBe(true);
      await agree(karim);
      await deletePhoto(
        { db: getDb(), removalWords: () => '' },
        { photoId: first.id, actor: asking(zoe) },
      );
      expect((await certificateOf(own, asking(karim), second.id)).isShared).toBe(true);
      expect(await codeOf(certificateOf(own, asking(zoe), first.id))).toBe('photo_not_found');
      expect(await namesOf(own)).toEqual(['Karim', null, null]);
    });

    test('nobody moves up where a photo is gone', async () => {
      const own = await party();
      await agree(own.karim);
      const actor = asking(own.organizer);
      await setPhotoHidden(getDb(), { photoId: own.first.id, actor, isHidden: true, now: NOW });
      const steps = await podiumOf(own);
      expect(steps.map(({ place, photo }) => [place, photo?.shownName])).toEqual([
        [1, undefined],
        [2, 'Karim'],
        [3, undefined],
      ]);
      expect(await codeOf(certificateOf(own, asking(own.zoe), own.first.id))).toBe(
        'photo_not_found',
      );
    });
  });
});
