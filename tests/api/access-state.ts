import { getTableName, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import {
  coOrganizerLinks,
  duels,
  duelVotes,
  events,
  favorites,
  firstRun,
  flagReports,
  invitedGuests,
  keptOut,
  mailNotices,
  messages,
  partyTables,
  missionCards,
  missions,
  payments,
  photos,
  pileReaders,
  plannedMessages,
  resultChanges,
  results,
  seenPhotos,
  storageSettings,
  users,
  wallCodes,
  wallDecisions,
  walls,
  wallScreens,
} from '~db/schema';
import { withCookiesOf, type Caller, type Scene } from './access-scene';

// Everything a request may change, as sentences about what it did change: `+photos caller` is a new photo of
// the caller, `events.votingEnabled own` another value in the row of their event, `now nobody` the end of a
// session.

// Counts of attempts, snapshots of views, keys of ballots, jobs and files to be removed are left out, because the
// server writes them by itself.
const TABLES = {
  coOrganizerLinks,
  duels,
  duelVotes,
  events,
  users,
  photos,
  favorites,
  firstRun,
  flagReports,
  invitedGuests,
  keptOut,
  mailNotices,
  messages,
  partyTables,
  missionCards,
  missions,
  payments,
  pileReaders,
  plannedMessages,
  resultChanges,
  results,
  seenPhotos,
  storageSettings,
  wallCodes,
  wallDecisions,
  walls,
  wallScreens,
};
/** The column that says whose a row is. */
const OWNERS: Record<string, string> = {
  users: 'id',
  photos: 'userId',
  favorites: 'userId',
  duelVotes: 'userId',
  missionCards: 'userId',
  pileReaders: 'userId',
  seenPhotos: 'userId',
  mailNotices: 'userId',
  flagReports: 'reportedById',
  plannedMessages: 'authorId',
};

/** Every row of every table as text, because PostgreSQL writes and compares it faster than we do. */
const EVERY_ROW = sql.join(
  Object.entries(TABLES).map(
    ([name, table]) =>
      sql`select ${name} || ' ' || to_jsonb(${sql.identifier(getTableName(table))})::text as line from ${table}`,
  ),
  sql` union all `,
);

type Row = Record<string, unknown>;

export interface State {
  /** Every row: its table, a space, and its columns as JSON. */
  rows: Set<string>;
  /** The caller's session: no id, a user's, or a visitor's, which is -1. */
  session: { id?: number; eventId?: number };
}

/** The whole content of the database, and the caller's session. */
export async function readState(db: Db, { client }: Caller): Promise<State> {
  const { rows } = (await db.execute(EVERY_ROW)) as unknown as { rows: { line: string }[] };
  // This would end what is left of a removed person's session.
  const { json } = await withCookiesOf(client).get<State['session']>('/api/user');
  return {
    rows: new Set(rows.map(({ line }) => line)),
    session: { id: json.id, eventId: json.eventId },
  };
}

/** The rows of one state that the other does not have in the same form, by table and key. */
function rowsOnlyIn(one: State, other: State): Map<string, { table: string; row: Row }> {
  const found = new Map<string, { table: string; row: Row }>();
  for (const line of one.rows) {
    if (other.rows.has(line)) continue;
    const [table = ''] = line.split(' ', 1);
    const columns = Object.entries(JSON.parse(line.slice(table.length)) as Row);
    const row = Object.fromEntries(columns.map(([name, value]) => [camelCase(name), value]));
    found.set(
      `${table} ${String(row.id ?? `${String(row.userId ?? row.eventId)}/${String(row.photoId)}`)}`,
      {
        table,
        row,
      },
    );
  }
  return found;
}

/** As the schema names a column. */
function camelCase(column: string): string {
  return column.replace(/_([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
}

/** The differences, sorted and without repeats. */
export function changesBetween(
  before: State,
  after: State,
  { scene, caller }: { scene: Scene; caller: Caller },
): string[] {
  const changes: string[] = [];
  const whose = (table: string, row: Row) => {
    if (table === 'storageSettings') return 'all';
    if (table === 'messages') {
      const from = row.authorId ?? row.fromUserId;
      return `${nameOfWriter(from)} to ${nameOfWriter(row.toUserId)}`;
    }
    const owner = OWNERS[table];
    return owner ? nameOfUser(row[owner]) : nameOfEvent(table === 'events' ? row.id : row.eventId);
  };
  // A co-organizer reads and writes the organizer's messages.
  const nameOfWriter = (id: unknown) => {
    const isShared = caller.role === 'co-organizer' && id === scene.party.organizer.user.id;
    return isShared ? 'caller' : nameOfUser(id);
  };
  const nameOfUser = (id: unknown) => {
    if (id === caller.user?.id) return 'caller';
    if (id === scene.guest.user.id) return 'guest';
    return id === scene.party.organizer.user.id ? 'organizer' : 'other';
  };
  const nameOfEvent = (id: unknown) => {
    if (id === caller.user?.eventId) return 'own';
    return id === scene.party.event.id ? 'here' : 'other';
  };

  const [old, current] = [rowsOnlyIn(before, after), rowsOnlyIn(after, before)];
  for (const [key, { table, row }] of current) {
    const former = old.get(key)?.row;
    if (!former) changes.push(`+${table} ${whose(table, row)}`);
    else {
      for (const column of Object.keys(row)) {
        const isSame = JSON.stringify(row[column]) === JSON.stringify(former[column]);
        if (!isSame) changes.push(`${table}.${column} ${whose(table, row)}`);
      }
    }
  }
  for (const [key, { table, row }] of old) {
    if (!current.has(key)) changes.push(`-${table} ${whose(table, row)}`);
  }
  const { session } = after;
  if (JSON.stringify(session) !== JSON.stringify(before.session)) {
    if (session.id === undefined) changes.push('now nobody');
    else if (session.id === -1) changes.push(`now visitor ${nameOfEvent(session.eventId)}`);
    else changes.push(`now ${nameOfUser(session.id)}`);
  }
  return [...new Set(changes)].sort();
}
