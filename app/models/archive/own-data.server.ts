import { and, asc, eq, ne, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '~db/client.server';
import {
  favorites,
  flagReports,
  invitedGuests,
  messages,
  photos,
  pileReaders,
  plannedMessages,
  seenPhotos,
  users,
} from '~db/schema';
import type { Language } from '~/i18n/languages';
import { openArchive, type Archive, type PackDeps, type PackedImage } from './archive.server';
import type { Day } from '../day';
import { listDuelVotes } from '../duel/read.server';
import { getEvent } from '../event/read.server';
import { listOwnCards } from '../mission/cards.server';
import { readTags } from '../mission/read.server';
import { readMailWish } from '../message/mail-wish.server';
import { listOwnPayments } from '../payment/write.server';
import { createPhotoNamer } from './file-name';
import { describeEvent, describeUser } from './own-facts';
import { areStandingsHidden } from '../event/standings';
import type { Audience } from '../message/rules';
import { recipient, sender, senderName } from '../message/read.server';
import { listPushDevices } from '../push/read.server';
import { suggestedChoice } from '../photo/removal';
import { readReceipt } from '../photo/result.server';
import { listRestingStars } from '../photo/star.server';
import { selectPhotos, type CountedPhoto } from '../photo/read.server';
import { statusOf } from '../photo/rules';
import { readReason, storedReason } from '../report/rules';
import { listOwnSessions } from '../session/write.server';
import { listTables } from '../table/read.server';
import { listKeepingMails } from '../user/keeping-mail.server';
import { readMorningMailedAt } from '../user/morning-mail.server';
import type { UserRow } from '../user/read.server';

const MISSING_NOTE = 'These files were not in the storage when this archive was made:';

/**
 * Packs all data about a member as a zip: data.json, their photos and the selfie.
 * @param params.timeZone EVENT_TIME_ZONE, for the days in data.json
 * @param params.photoWord the reader's word for a photo, for the files' names
 * @param params.language the reader's, for the missions of sets
 * @throws DomainError busy when a storage does not answer
 */
export async function packOwnData(
  deps: PackDeps,
  params: { user: UserRow; now: Date; timeZone: string; photoWord: string; language: Language },
): Promise<Archive> {
  const { user, now, timeZone, photoWord, language } = params;
  const own = await listOwnPhotos(deps.db, { userId: user.id, photoWord });
  const images: PackedImage[] = own.map((photo) => ({ ...photo, modifiedAt: photo.createdAt }));
  if (user.selfieStorage && user.selfieKey) {
    const { selfieStorage: imageStorage, selfieKey: imageKey } = user;
    // Selfies have no recorded size and checksum.
    const unknown = { imageBytes: 0, imageCrc: null };
    images.push({ name: 'selfie.webp', imageStorage, imageKey, ...unknown, modifiedAt: now });
  }
  const data = await describeMember(deps.db, { user, own, timeZone, now, language });
  const json = JSON.stringify({ exportedAt: now, ...data }, null, 2);
  return openArchive(deps, {
    eventId: user.eventId,
    texts: [{ name: 'data.json', bytes: Buffer.from(json), modifiedAt: now }],
    images,
    missingNote: MISSING_NOTE,
  });
}

/**
 * The contents of data.json. It leaves out secrets, and everything that would reveal who reported the
 * member's photos.
 */
async function describeMember(
  db: Db,
  params: { user: UserRow; own: OwnPhoto[]; timeZone: string; now: Date; language: Language },
) {
  const { user, own, timeZone, now, language } = params;
  const event = await getEvent(db, { eventId: user.eventId });
  const tables = await listTables(db, { eventId: user.eventId });
  const missionOf = await readTags(db, { photos: own, language });
  const isTold = user.isOrganizer || !areStandingsHidden(event, now);
  return {
    user: {
      ...describeUser(user, tables, now),
      wantsMails: await readMailWish(db, { user }),
      mailedTheMorningAfterAt: await readMorningMailedAt(db, { userId: user.id }),
      warnedByMail: await listKeepingMails(db, { userId: user.id }),
    },
    event: describeEvent(event, user, tables),
    photos: own.map((photo) => ({
      id: photo.id,
      file: photo.name,
      slot: photo.position,
      caption: photo.caption,
      mission: missionOf(photo)?.text ?? null,
      late: photo.late,
      width: photo.width,
      height: photo.height,
      bytes: photo.imageBytes,
      uploadedAt: photo.createdAt,
      // Null while only the organizer may know it (rule `standings.hidden`).
      starsReceived: isTold ? photo.favoriteCount : null,
      status: statusOf(photo),
      hiddenSince: photo.isPending ? null : photo.hiddenAt,
    })),
    favoritesGiven: await listStarsGiven(db, user.id),
    ballot: await readReceipt(db, { eventId: user.eventId, userId: user.id }),
    favoritesOfHiddenPhotos: await listRestingStars(db, { userId: user.id }),
    duelTaps: await listDuelVotes(db, { userId: user.id }),
    photosSeen: await listSeen(db, user.id),
    missionCards: await listOwnCards(db, { userId: user.id, language }),
    pile: await readPileReader(db, user.id),
    reportsMade: await listReportsMade(db, user.id),
    reportsAboutOwnPhotos: await listReportsAbout(db, { userId: user.id, timeZone }),
    messages: await listAllMessages(db, user.id),
    guestList: await readGuestEntry(db, user),
    messagesPlanned: await listOwnPlanned(db, user.id),
    payments: await listOwnPayments({ db }, { userId: user.id }),
    sessions: await listSessions(db, user.id, now),
    notifications: await listPushDevices(db, { userId: user.id }),
  };
}

/** What the organizer's guest list says about the member's address. */
async function readGuestEntry(db: Db, { eventId, emailKey }: UserRow) {
  const { name, email, createdAt: addedAt, mails, mailedAt } = invitedGuests;
  const [entry] = await db
    .select({ name, email, addedAt, mails, mailedAt })
    .from(invitedGuests)
    .where(and(eq(invitedGuests.eventId, eventId), eq(invitedGuests.emailKey, emailKey)));
  return entry ?? null;
}

type OwnPhoto = CountedPhoto & { name: string };

async function listOwnPhotos(
  db: Db,
  { userId, photoWord: word }: { userId: number; photoWord: string },
): Promise<OwnPhoto[]> {
  const rows = await selectPhotos(db).where(eq(photos.userId, userId)).orderBy(photos.position);
  const nameOf = createPhotoNamer({ count: rows.length, word });
  return rows.map((row, index) => ({
    ...row,
    name: `photos/${nameOf({ ...row, number: index + 1 })}`,
  }));
}

async function listSessions(db: Db, userId: number, now: Date) {
  const own = await listOwnSessions(db, { userId, now });
  return own.map(({ device, browser, createdAt, seenAt }) => ({
    device,
    browser,
    signedInAt: createdAt,
    lastUsedAt: seenAt,
  }));
}

function listStarsGiven(db: Db, userId: number) {
  return db
    .select({ photoId: photos.id, photoBy: users.name, givenAt: favorites.createdAt })
    .from(favorites)
    .innerJoin(photos, eq(photos.id, favorites.photoId))
    .innerJoin(users, eq(users.id, photos.userId))
    .where(eq(favorites.userId, userId))
    .orderBy(asc(favorites.createdAt), asc(photos.id));
}

/** The ids of the photos that the member has seen, without those deleted since. */
async function listSeen(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .select({ photoId: seenPhotos.photoId })
    .from(seenPhotos)
    .where(eq(seenPhotos.userId, userId))
    .orderBy(asc(seenPhotos.photoId));
  return rows.map(({ photoId }) => photoId);
}

/** What the pile knows about the member; null if they never used it. */
async function readPileReader(db: Db, userId: number) {
  const { lookedAt, lookedBeforeAt, hasDeclined } = pileReaders;
  const [row] = await db
    .select({ lookedAt, lookedBeforeAt, hasDeclinedToAdd: hasDeclined })
    .from(pileReaders)
    .where(eq(pileReaders.userId, userId));
  return row ?? null;
}

function listReportsMade(db: Db, userId: number) {
  return db
    .select({
      photoId: flagReports.photoId,
      reason: flagReports.reason,
      status: flagReports.status,
      reportedAt: flagReports.createdAt,
      reviewedAt: flagReports.reviewedAt,
      photoBy: users.name,
    })
    .from(flagReports)
    .innerJoin(photos, eq(photos.id, flagReports.photoId))
    .innerJoin(users, eq(users.id, photos.userId))
    .where(eq(flagReports.reportedById, userId))
    .orderBy(asc(flagReports.id));
}

/**
 * Reports about the member's photos, without anything that reveals who reported (rule `reports.about`): only
 * reviewed ones, by day, without the reporter's words. They are in the order of the photos, because the order
 * of the reports would reveal it, too.
 */
async function listReportsAbout(
  db: Db,
  { userId, timeZone }: { userId: number; timeZone: string },
) {
  const dayOfInstant = (instant: PgColumn) =>
    sql<Day | null>`to_char(${instant} at time zone ${timeZone}, 'YYYY-MM-DD')`;
  const rows = await db
    .select({
      photoId: flagReports.photoId,
      reason: flagReports.reason,
      status: flagReports.status,
      reportedOn: dayOfInstant(flagReports.createdAt),
      reviewedOn: dayOfInstant(flagReports.reviewedAt),
    })
    .from(flagReports)
    .innerJoin(photos, eq(photos.id, flagReports.photoId))
    .where(and(eq(photos.userId, userId), ne(flagReports.status, 'pending')))
    .orderBy(asc(flagReports.photoId), asc(flagReports.status));
  return rows.map(({ reason, ...row }) => ({
    ...row,
    reason: storedReason({ choice: suggestedChoice(readReason(reason).choice) }),
  }));
}

function listAllMessages(db: Db, userId: number) {
  return db
    .select({
      from: senderName,
      to: recipient.name,
      message: messages.message,
      /** A message to many has one row per recipient. */
      sentTo: sql<Audience | 'one'>`coalesce(${messages.audience}, 'one')`,
      isRead: messages.isRead,
      sentAt: messages.createdAt,
    })
    .from(messages)
    .innerJoin(sender, eq(sender.id, messages.fromUserId))
    .innerJoin(recipient, eq(recipient.id, messages.toUserId))
    .where(
      or(
        eq(messages.fromUserId, userId),
        eq(messages.toUserId, userId),
        eq(messages.authorId, userId),
      ),
    )
    .orderBy(asc(messages.id));
}

/** The messages that the member has planned as an organizer and that have not been sent. */
function listOwnPlanned(db: Db, userId: number) {
  return db
    .select({
      to: sql<string | null>`${recipient.name}`,
      message: plannedMessages.message,
      sentTo: sql<Audience | 'one'>`coalesce(${plannedMessages.audience}, 'one')`,
      sendAt: plannedMessages.sendAt,
      plannedAt: plannedMessages.createdAt,
    })
    .from(plannedMessages)
    .leftJoin(recipient, eq(recipient.id, plannedMessages.toUserId))
    .where(eq(plannedMessages.authorId, userId))
    .orderBy(asc(plannedMessages.sendAt), asc(plannedMessages.id));
}
