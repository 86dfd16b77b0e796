import { bigint, boolean, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import type { Ballot, Place } from '../../app/models/photo/count.mjs';
import { createdAt } from './columns';
import { events } from './events';

/** The key with which an event's voters are hashed (rule `result.ballots`). It never leaves the server. */
export const ballotKeys = pgTable('ballot_keys', {
  eventId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** 32 random bytes in base64url. */
  key: text().notNull(),
});

/**
 * The frozen result of an event's vote (rule `result.frozen`). It is never changed; opening voting again deletes
 * it. It exists exactly while `events.votingClosedAt` is set.
 */
export const results = pgTable('results', {
  eventId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  /** When the votes were counted. */
  closedAt: createdAt(),
  /** Whether the organizer closed voting by hand. */
  isByHand: boolean().notNull(),
  /** How places follow from ballots, in the words of that day. */
  rule: text().notNull(),
  places: jsonb().$type<Place[]>().notNull(),
  ballots: jsonb().$type<Ballot[]>().notNull(),
  digest: text().notNull(),
});

/**
 * Photos and people that were removed after the votes were counted (rule `result.changes`). Triggers on the
 * deleted rows write it, so no removal is missed.
 */
export const resultChanges = pgTable(
  'result_changes',
  {
    id: serial().primaryKey(),
    eventId: bigint({ mode: 'number' })
      .notNull()
      .references(() => results.eventId, { onDelete: 'cascade' }),
    what: text({ enum: ['photo', 'person'] }).notNull(),
    /** No reference: the photo is gone. */
    photoId: integer(),
    at: createdAt(),
  },
  (table) => [index('result_changes_event_idx').on(table.eventId, table.id)],
);
