import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '~db/schema';
import { removalNotice } from '~/i18n/platform-texts.server';
import { ADMINISTRATOR, SYSTEM } from '~/models/access';
import { ensureAdministrator } from '~/models/admin/account.server';
import { listAuditPage, recordDeed, removeOldEntries } from '~/models/admin/audit.server';
import { readAuditQuery } from '~/models/admin/audit';
import { addDays } from '~/models/day';
import {
  editEvent,
  setEndDate,
  setMaxPhotos,
  setMaxUsers,
  setVotingEnabled,
} from '~/models/event/write.server';
import { deleteEvent } from '~/models/event/end.server';
import { setPhotoHidden } from '~/models/photo/hide.server';
import { deletePhoto } from '~/models/photo/write.server';
import { deleteReport, reportPhoto, setReportStatus } from '~/models/report/write.server';
import { deleteOwnAccount, deleteUser, removeParticipant } from '~/models/user/remove.server';
import {
  asking,
  createTestEvent,
  createTestPhoto,
  createTestUser,
  TODAY,
  unique,
} from '../factories';
import { KEYS } from '../setup/fakes';
import { withDatabases } from '../setup/databases';

withDatabases('the audit list', (getDb) => {
  const now = new Date(`${TODAY}T12:00:00Z`);
  const list = (search: string) =>
    listAuditPage(getDb(), readAuditQuery(new URLSearchParams({ q: search })));
  const entriesOf = async (eventId: number) =>
    (await list(`#${eventId}`)).rows.toReversed().map(({ deed, targetName, detail }) => {
      return [deed, targetName, detail].filter((part) => part !== null);
    });
  const photoDeps = () => ({ db: getDb(), removalWords: removalNotice });
  const admin = () =>
    ensureAdministrator(getDb(), {
      email: 'admin@example.com',
      username: 'admin',
      password: 'a long one',
      today: TODAY,
    });

  test('lists what an organizer did to others, and not what people did to their own', async () => {
    const { event, organizer } = await createTestEvent(getDb());
    const { id: eventId } = event;
    const actor = asking(organizer);
    const guest = await createTestUser(getDb(), eventId);
    const photo = await createTestPhoto(getDb(), guest);
    const own = await createTestPhoto(getDb(), organizer);
    await setPhotoHidden(getDb(), { photoId: photo.id, actor, isHidden: true, now });
    await setPhotoHidden(getDb(), { photoId: photo.id, actor, isHidden: true, now });
    await setPhotoHidden(getDb(), { photoId: photo.id, actor, isHidden: false, now });
    await setPhotoHidden(getDb(), { photoId: own.id, actor, isHidden: true, now });
    const other = await createTestUser(getDb(), eventId);
    const [first, second] = [asking(other), actor];
    const report = await reportPhoto(getDb(), { photoId: photo.id, actor: first, reason: null });
    const later = await reportPhoto(getDb(), { photoId: photo.id, actor: second, reason: null });
    await setReportStatus(getDb(), { reportId: report.id, actor, status: 'dismissed', now });
    await setReportStatus(getDb(), { reportId: report.id, actor, status: 'dismissed', now });
    await setReportStatus(getDb(), { reportId: later.id, actor, status: 'reviewed', now });
    await deleteReport(getDb(), { reportId: report.id, actor });
    await deletePhoto(photoDeps(), { photoId: photo.id, actor });
    await deletePhoto(photoDeps(), { photoId: own.id, actor });
    await deleteOwnAccount(getDb(), { actor: asking(other) });
    await removeParticipant({ db: getDb(), env: KEYS }, { actor, userId: guest.id });
    expect(await entriesOf(eventId)).toEqual([
      ['photo.hidden', guest.name],
      ['photo.shown', guest.name],
      ['report.dismissed', guest.name],
      ['report.reviewed', guest.name],
      ['report.deleted', guest.name],
      ['photo.removed', guest.name],
      ['member.removed', guest.name],
    ]);
    const [entry] = (await list(`#${eventId}`)).rows;
    expect(entry).toMatchObject({
      actorId: organizer.id,
      actorName: organizer.name,
      actorRole: 'organizer',
      targetId: guest.id,
      eventName: event.name,
    });
  });

  test('lists what changed, and nothing for an unchanged value', async () => {
    await admin();
    const { event, organizer } = await createTestEvent(getDb(), { maxUsers: 10 });
    const { id: eventId, endDate, startDate } = event;
    const actor = asking(organizer);
    for (const maxUsers of [75, 75]) {
      await setMaxUsers(getDb(), { actor: ADMINISTRATOR, eventId, maxUsers });
    }
    await setMaxUsers(getDb(), { actor: SYSTEM, eventId, maxUsers: 80 });
    const later = addDays(endDate, 3);
    await setEndDate(getDb(), { actor: ADMINISTRATOR, eventId, endDate: later, today: TODAY });
    await setEndDate(getDb(), { actor: ADMINISTRATOR, eventId, endDate: later, today: TODAY });
    for (const maxPhotosPerUser of [event.maxPhotosPerUser, 2]) {
      await setMaxPhotos(getDb(), { actor, eventId, maxPhotosPerUser });
    }
    for (const votingEnabled of [true, false, false, true]) {
      await setVotingEnabled(getDb(), { actor, eventId, votingEnabled });
    }
    const values = { name: `New ${event.name}`, startDate, endDate };
    const edit = () => editEvent(getDb(), { actor, eventId, values, today: TODAY, isSold: false });
    await edit();
    await edit();
    await deleteEvent(getDb(), { actor: ADMINISTRATOR, eventId });
    expect(await entriesOf(eventId)).toEqual([
      ['event.places', '10 → 75'],
      ['event.end', `${endDate} → ${later}`],
      ['event.slots', '3 → 2'],
      ['event.voting_off'],
      ['event.voting_on'],
      ['event.edited', `${event.name} → ${values.name}, ${later} → ${endDate}`],
      ['event.deleted'],
    ]);
    // The names outlive the event.
    expect((await list(`#${eventId}`)).rows[0]).toMatchObject({
      actorRole: 'administrator',
      eventName: values.name,
    });
  });

  test('lists whom the administrator deleted, and what happened to their event', async () => {
    await admin();
    const [goes, stays] = [await createTestEvent(getDb()), await createTestEvent(getDb())];
    const successor = await createTestUser(getDb(), stays.event.id);
    await deleteUser(getDb(), { actor: ADMINISTRATOR, userId: goes.organizer.id });
    await deleteUser(getDb(), {
      actor: ADMINISTRATOR,
      userId: stays.organizer.id,
      successorId: successor.id,
    });
    expect(await entriesOf(goes.event.id)).toEqual([
      ['user.deleted', goes.organizer.name],
      ['event.deleted'],
    ]);
    expect(await entriesOf(stays.event.id)).toEqual([
      ['user.deleted', stays.organizer.name],
      ['event.organizer', successor.name],
    ]);
  });

  test('lists no refused action', async () => {
    await admin();
    const { event, organizer } = await createTestEvent(getDb());
    const other = await createTestEvent(getDb(), { name: event.name });
    const heir = await createTestUser(getDb(), event.id, { name: other.organizer.name });
    await expect(
      deleteUser(getDb(), {
        actor: ADMINISTRATOR,
        userId: organizer.id,
        successorId: heir.id,
      }),
    ).rejects.toMatchObject({ code: 'event_exists' });
    expect(await entriesOf(event.id)).toEqual([]);
  });

  test('is searched by names and by the event’s number, the newest first', async () => {
    const word = unique();
    const eventId = 123_456_789_012;
    const target = { id: 7, name: `Zoë ${word}` };
    const deed = 'member.removed';
    const eventName = `Fête ${word}`;
    await recordDeed(getDb(), { actor: ADMINISTRATOR, deed, target, eventId, eventName });
    await recordDeed(getDb(), { actor: ADMINISTRATOR, deed, target, eventId: 5, eventName });
    for (const search of [`zoe ${word}`, `FETE ${word}`]) {
      expect([search, (await list(search)).total]).toEqual([search, 2]);
    }
    expect((await list(`#${eventId} ${word}`)).total).toBe(1);
    expect((await list(`nobody ${word}`)).total).toBe(0);
    const ids = (await list(word)).rows.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  });

  test('stores an entry for twelve months, and no longer', async () => {
    const word = unique();
    const keep = async (name: string, createdAt: Date) => {
      await getDb().insert(auditEntries).values({
        actorId: 1,
        actorName: name,
        actorRole: 'administrator',
        deed: 'event.deleted',
        createdAt,
      });
    };
    await keep(`old ${word}`, new Date('2025-06-15T11:59:59Z'));
    await keep(`young ${word}`, new Date('2025-06-15T12:00:01Z'));
    await removeOldEntries(getDb(), { actor: SYSTEM, now: new Date('2026-06-15T12:00:00Z') });
    expect((await list(word)).rows.map(({ actorName }) => actorName)).toEqual([`young ${word}`]);
    await getDb()
      .delete(auditEntries)
      .where(eq(auditEntries.actorName, `young ${word}`));
    await expect(removeOldEntries(getDb(), { actor: ADMINISTRATOR, now })).rejects.toMatchObject({
      code: 'access_denied',
    });
  });
});
