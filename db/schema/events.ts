import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core';
import { DOORS } from '../../app/models/event/door';
import { STANDINGS } from '../../app/models/event/standings';
import {
  DEFAULT_MAX_USERS,
  EVENT_TEXT_NAMES,
  EVENT_TEXTS,
  PHOTOS_PER_USER,
  PLANS,
  type EventTextName,
  type EventTextRule,
  type RequiredText,
} from '../../app/models/event/rules';
import { createdAt, instant, storageName } from './columns';

const requiredText = () => text().notNull();
const optionalText = () => text().notNull().default('');

/** A column for each text that an organizer writes; events from before it have an empty one. */
const texts = Object.fromEntries(
  EVENT_TEXT_NAMES.map((name) => {
    const { required }: EventTextRule = EVENT_TEXTS[name];
    return [name, required ? requiredText() : optionalText()];
  }),
) as {
  [Name in EventTextName]: ReturnType<
    Name extends RequiredText ? typeof requiredText : typeof optionalText
  >;
};

/**
 * An event. `nameKey` and `organizerNameKey` are its two names for sorting and searching; the match keys are
 * for comparing (rule `event.names`). Its organizer is its one user with `isOrganizer` who is no
 * co-organizer; an index on users rules out a second one.
 */
export const events = pgTable(
  'events',
  {
    /** A random 12-digit integer, except for event 1 (rule `event.id`). */
    id: bigint({ mode: 'number' }).primaryKey(),
    name: text().notNull(),
    nameKey: text().notNull(),
    organizerNameKey: text().notNull(),
    /** Null only between the migration and the next start, which fills them. */
    matchKey: text(),
    organizerMatchKey: text(),
    /** 0, except for older events that had the same names: these are numbered. */
    namesake: integer().notNull().default(0),
    ...texts,
    imageStorage: storageName(),
    imageKey: text(),
    /** First and last day, inclusive, as calendar days in EVENT_TIME_ZONE. */
    startDate: date({ mode: 'string' }).notNull(),
    endDate: date({ mode: 'string' }).notNull(),
    /** The day of the party (rule `event.party-date`); null while it is the first day. */
    partyDate: date({ mode: 'string' }),
    /** When it was ended before its last day was over (rule `admin.event-end`); never in the future. */
    endedAt: timestamp({ withTimezone: true }),
    /** Whether guests may look at the event after its end (rule `event.look-back`). */
    guestsMayLook: boolean().notNull().default(true),
    /** Whether members may take all photos home after the end (rule `files.all-of-members`). */
    guestsMayDownload: boolean().notNull().default(true),
    /** The last day of late photos, as it was chosen (rule `photos.late`); null for none. */
    photosUntil: date({ mode: 'string' }),
    /** The organizer's line of thanks (rule `event.thanks`); null without one. */
    thanks: text(),
    /** Whether new photos wait until the organizer approves them (rule `approval.what`). */
    approvalRequired: boolean().notNull().default(false),
    /** How newcomers enter: by its two names, or by its code only (rule `door.open`). */
    door: text({ enum: DOORS }).notNull().default('names'),
    /** The secret part of its links (rule `door.code`); null while its number is enough. */
    code: text(),
    maxUsers: integer().notNull().default(DEFAULT_MAX_USERS),
    votingEnabled: boolean().notNull().default(true),
    /** From and until when stars count (rule `voting.times`); null for no limit. */
    votingOpensAt: timestamp({ withTimezone: true }),
    votingClosesAt: timestamp({ withTimezone: true }),
    /** When the votes were counted (rule `result.frozen`); null while there is no result. */
    votingClosedAt: instant(),
    /** When guests see stars counted (rule `standings.hidden`); null while the organizer has chosen nothing. */
    standings: text({ enum: STANDINGS }),
    /** When the result is, or was, revealed to everybody (rule `standings.reveal`). */
    revealedAt: timestamp({ withTimezone: true }),
    /** When the duel that runs ends (rule `duel.what`); null while none runs. */
    duelEndsAt: instant(),
    /**
     * The mission of the last flash mission (rule `missions.flash`); null before the first, and once that mission was
     * removed. No reference: missions refer to their event.
     */
    flashMissionId: integer(),
    /** When it was sent. The next one waits for it even if its mission was removed. */
    flashedAt: instant(),
    maxPhotosPerUser: integer().notNull().default(PHOTOS_PER_USER.default),
    /** The number of photos on the last prints that an organizer fetched (rule `invitation.printed`). */
    printedPhotos: integer(),
    plan: text({ enum: PLANS }).notNull().default('free'),
    /**
     * The last day that is paid for, which an earlier last day does not change (rule `plans.paid-until`); null
     * while nothing is.
     */
    paidUntil: date({ mode: 'string' }),
    /**
     * The end date for which the organizer was warned that photos will be deleted (rule `retention.warning`).
     */
    warnedForEnd: date({ mode: 'string' }),
    /**
     * The day on which the organizer was last warned that the event itself will be deleted (rule
     * `retention.event`).
     */
    goingAnnouncedOn: date({ mode: 'string' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('events_name_organizer_unique').on(
      table.matchKey,
      table.organizerMatchKey,
      table.namesake,
    ),
    unique('events_image_key_unique').on(table.imageKey),
    // For the votes that are due to be counted.
    index('events_uncounted_idx')
      .on(table.votingClosesAt)
      .where(sql`${table.votingClosesAt} is not null and ${table.votingClosedAt} is null`),
    check('events_max_users_check', sql`${table.maxUsers} >= 1`),
    check(
      'events_max_photos_check',
      sql`${table.maxPhotosPerUser} between ${sql.raw(`${PHOTOS_PER_USER.min} and ${PHOTOS_PER_USER.max}`)}`,
    ),
    check('events_dates_check', sql`${table.endDate} >= ${table.startDate}`),
    check('events_voting_check', sql`${table.votingClosesAt} > ${table.votingOpensAt}`),
    check('events_door_check', sql`${table.door} <> 'code' or ${table.code} is not null`),
    check('events_image_check', sql`(${table.imageKey} is null) = (${table.imageStorage} is null)`),
  ],
);

export type EventRow = typeof events.$inferSelect;
