import { partyDateOf } from '../event/party-date';
import type { EventRow } from '../event/read.server';
import { eventTextsOf } from '../event/rules';
import type { NamedTable } from '../table/rules';
import type { UserRow } from '../user/read.server';

/** What a member's own data says about their record. */
export function describeUser(user: UserRow, tables: readonly NamedTable[], now: Date) {
  const { id, username, name, email, isOrganizer, coOrganizerSince, createdAt } = user;
  return {
    id,
    username,
    name,
    email,
    isOrganizer,
    coOrganizerSince,
    hasPassword: user.passwordHash !== null,
    hasSecondFactor: user.secondFactorSealed !== null,
    hasPrivateReturnLink: (user.returnTokenExpiresAt ?? now) > now,
    selfie: user.selfieKey ? 'selfie.webp' : null,
    joinedAt: createdAt,
    isTrusted: user.isTrusted,
    lastToldOfStarsAt: user.starsToldAt,
    mayBeNamedOnSharedPictures: user.mayBeNamed,
    answeredAboutNotificationsAt: user.pushAnsweredAt,
    wantsMailTheMorningAfter: user.mailConsent,
    table: tables.find((table) => table.id === user.tableId)?.name ?? null,
  };
}

/**
 * What it says about their event. Participants get the event's basic data only; organizers also get its settings,
 * because they chose them.
 */
export function describeEvent(event: EventRow, user: UserRow, tables: readonly NamedTable[]) {
  const { id, name, startDate, endDate } = event;
  const partyDate = partyDateOf(event);
  const common = { id, name, ...eventTextsOf(event), startDate, endDate, partyDate };
  if (!user.isOrganizer) return common;
  const { maxUsers, votingEnabled, votingOpensAt, votingClosesAt } = event;
  const { maxPhotosPerUser, printedPhotos, photosUntil, thanks, guestsMayDownload } = event;
  const { plan, paidUntil, createdAt } = event;
  const voting = { votingEnabled, votingOpensAt, votingClosesAt };
  const settings = {
    maxUsers,
    ...voting,
    maxPhotosPerUser,
    printedPhotos,
    photosUntil,
    thanks,
    guestsMayDownload,
  };
  const tableNames = tables.map((table) => table.name);
  return { ...common, ...settings, tables: tableNames, plan, paidUntil, createdAt };
}
