import type { Db } from '~db/client.server';
import {
  events,
  favorites,
  flagReports,
  keptOut,
  mailNotices,
  messages,
  payments,
  photos,
  storageSettings,
  users,
} from '~db/schema';
import type { Caller, Scene } from './access-scene';

// Everything a request may change, as sentences about what it did change: `+photos caller` is a new photo of
// the caller, `events.votingEnabled own` another value in the row of their event, `now nobody` the end of a
// session.

// Counts of attempts, jobs and files to be removed are left out, because the server writes them by itself.
const TABLES = {
  events,
  users,
  photos,
  favorites,
  flagReports,
  keptOut,
  mailNotices,
  messages,
  payments,
  storageSettings,
};
/** The column that says whose a row is. */
const OWNERS: Record<string, string> = {
  users: 'id',
  photos: 'userId',
  favorites: 'userId',
  mailNotices: 'userId',
  flagReports: 'reportedById',
};

type Row = Record<string, unknown>;

export interface State {
  /** Every row, by its table and key. */
  rows: Map<string, { table: string; row: Row }>;
  /** The caller's session: no id, a user's, or a visitor's, which is -1. */
  session: { id?: number; eventId?: number };
}

/** The whole content of the database, and the caller's session. */
export async function readState(db: Db, { client }: Caller): Promise<State> {
  const rows: State['rows'] = new Map();
  const tables = await Promise.all(
    Object.entries(TABLES).map(
      async ([name, table]) => [name, await db.select().from(table)] as const,
    ),
  );
  for (const [table, found] of tables) {
    for (const row of found as Row[]) {
      const key = row.id ?? `${String(row.userId)}/${String(row.photoId)}`;
      rows.set(`${table} ${String(key)}`, { table, row });
    }
  }
  const { json } = await client.get<State['session']>('/api/user');
  return { rows, session: { id: json.id, eventId: json.eventId } };
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
      return `${nameOfUser(row.fromUserId)} to ${nameOfUser(row.toUserId)}`;
    }
    const owner = OWNERS[table];
    return owner ? nameOfUser(row[owner]) : nameOfEvent(table === 'events' ? row.id : row.eventId);
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

  for (const [key, { table, row }] of after.rows) {
    const old = before.rows.get(key)?.row;
    if (!old) changes.push(`+${table} ${whose(table, row)}`);
    else {
      for (const column of Object.keys(row)) {
        const isSame = JSON.stringify(row[column]) === JSON.stringify(old[column]);
        if (!isSame) changes.push(`${table}.${column} ${whose(table, row)}`);
      }
    }
  }
  for (const [key, { table, row }] of before.rows) {
    if (!after.rows.has(key)) changes.push(`-${table} ${whose(table, row)}`);
  }
  const { session } = after;
  if (JSON.stringify(session) !== JSON.stringify(before.session)) {
    if (session.id === undefined) changes.push('now nobody');
    else if (session.id === -1) changes.push(`now visitor ${nameOfEvent(session.eventId)}`);
    else changes.push(`now ${nameOfUser(session.id)}`);
  }
  return [...new Set(changes)].sort();
}
