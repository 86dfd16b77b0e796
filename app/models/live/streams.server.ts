import type { ChangeKind, ChangeNotification } from './rules';
import type { Role } from '../user/rules';

/** An open page that is notified of changes. */
export interface Listener {
  eventId: number;
  /** Null for a visitor. */
  userId: number | null;
  role: Role | 'wall';
  /** The member whose messages they read: for a co-organizer, the organizer; null for a visitor. */
  mailboxId: number | null;
  /** The row id of the session that opened the stream; for a wall, of its screen. */
  session: string;
  /** Visitors' streams are counted by address, members' streams by person. */
  address: string;
  announce(change: ChangeNotification): void;
  /** Sends a sign of life on the stream. */
  beat(): void;
  /** Closes the stream. The page may open a new one, which checks its session again. */
  end(): void;
}

/** The open streams of all events, which receive the changes of their event. */
export interface ChangeStreams {
  /** Opens a stream and returns a function that ends it, or null if there is no room. */
  open(listener: Listener): (() => void) | null;
  /**
   * Takes a notification from the database (migrations 0012, 0043, 0050 and 0058), or null when some may have been
   * missed.
   */
  receive(payload: string | null): void;
  /** Ends all streams and accepts no new ones. */
  close(): void;
  /** How many streams are open. */
  readonly count: number;
}

/** The channel on which the database sends notifications of changes. */
export const CHANGES = 'changes';

/** One person may have a phone, a tablet and a laptop. A further page closes the oldest stream. */
export const STREAMS_A_PERSON = 4;
/** The URL of a wall's screen may be open in several browsers. Further ones poll instead. */
export const STREAMS_A_SCREEN = 10;
/** Visitor sessions are free to create, so the limit is per address. Further visitors of a party poll instead. */
export const VISITORS_STREAMS_AN_ADDRESS = 60;
const STREAMS_AN_EVENT = 1500;
const STREAMS_A_SERVER = 4000;
/** Changes within this time are announced together: one upload causes several. */
const TOGETHER_MS = 100;
/** Shorter than the time after which proxies close a silent connection, usually 60 s. */
const BEAT_MS = 25_000;
/** The longest time a stream runs before its owner must authenticate again. */
const LIFE_MS = 5 * 60_000;
/**
 * Twice the time that a server needs to answer one page. Requests after a change are spread this far apart.
 */
const SPREAD_MS = 8;

/** The kinds to refetch after a change in a table. The star's owner alone gets `favorites`. */
const KINDS_OF: Record<string, ChangeKind[]> = {
  photos: ['photos', 'ranking', 'stars', 'favorites'],
  stars: ['ranking', 'stars'],
  people: ['people', 'ranking'],
  turned_away: ['people'],
  event: ['event'],
  wall: ['wall'],
  tables: ['tables'],
  reports: ['reports'],
  messages: [],
  // Only its owner and the organizers hear of a photo that nobody else sees.
  unseen_photos: [],
};
/** The same for the one member that the change concerns. */
const OWN_KINDS_OF: Record<string, ChangeKind[]> = {
  unseen_photos: ['photos'],
  stars: ['favorites'],
  people: ['user'],
  messages: ['messages'],
};

/** The same for organizers, in addition to what everybody hears. */
const ORGANIZERS_KINDS_OF: Record<string, ChangeKind[]> = {
  unseen_photos: ['photos'],
};

/**
 * The notifications that end streams, and which ones: all of an event, those of a session, or those of a
 * member whose role has changed.
 */
const ENDINGS: Record<string, (listener: Listener, whom: string) => boolean> = {
  end: () => true,
  session: ({ session }, whom) => session === whom,
  wall_end: ({ role, session }, whom) => role === 'wall' && session === whom,
  role: ({ userId }, whom) => userId !== null && userId === Number(whom),
};

/**
 * Creates a server's streams, with none open.
 * @param params.areStandingsHidden whether an event's guests may not learn of stars now (rule
 *   `standings.hidden`)
 */
export function createChangeStreams({
  areStandingsHidden,
}: {
  areStandingsHidden(eventId: number): Promise<boolean>;
}): ChangeStreams {
  const byEvent = new Map<number, Set<Open>>();
  /** Changes per event that wait to be announced together. */
  const waiting = new Map<number, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let count = 0;
  let isClosed = false;

  function* all() {
    for (const listeners of byEvent.values()) yield* listeners;
  }

  /** Counts across events, because one address may look at several. */
  function countVisitors(from: string): number {
    let visitors = 0;
    for (const { role, address } of all()) {
      if (role === 'visitor' && address === from) visitors += 1;
    }
    return visitors;
  }

  function leave(listener: Open): void {
    const listeners = byEvent.get(listener.eventId);
    if (!listeners?.delete(listener)) return;
    count -= 1;
    if (listeners.size === 0) byEvent.delete(listener.eventId);
    if (count > 0) return;
    clearInterval(beating);
    beating = undefined;
  }

  function end(listener: Open): void {
    leave(listener);
    listener.end();
  }

  function beat(): void {
    const now = Date.now();
    for (const listener of [...all()]) {
      if (now >= listener.until) end(listener);
      else listener.beat();
    }
  }

  function sendPendingChanges(): void {
    timer = undefined;
    for (const [eventId, entries] of waiting) void send(eventId, entries);
    waiting.clear();
  }

  async function send(eventId: number, entries: ReadonlySet<string>): Promise<void> {
    const isSecret = [...entries].some(isOfStars) && (await isHidden(eventId));
    const listeners = byEvent.get(eventId);
    const within = (listeners?.size ?? 0) * SPREAD_MS;
    for (const listener of listeners ?? []) {
      const of = kindsFor(listener, entries, isSecret);
      if (of.length > 0) listener.announce({ of, within });
    }
  }

  /** While the database does not answer, nobody learns of stars. */
  const isHidden = (eventId: number) => areStandingsHidden(eventId).catch(() => true);

  function note(eventId: number, entry: string): void {
    const noted = waiting.get(eventId) ?? new Set();
    waiting.set(eventId, noted.add(entry));
    timer ??= setTimeout(sendPendingChanges, TOGETHER_MS);
  }

  return {
    open(listener) {
      const listeners = byEvent.get(listener.eventId) ?? new Set();
      if (isClosed || count >= STREAMS_A_SERVER || listeners.size >= STREAMS_AN_EVENT) return null;
      if (listener.role === 'visitor') {
        if (countVisitors(listener.address) >= VISITORS_STREAMS_AN_ADDRESS) return null;
      } else if (listener.role === 'wall') {
        const isOwn = ({ role, session }: Open) => role === 'wall' && session === listener.session;
        if ([...listeners].filter(isOwn).length >= STREAMS_A_SCREEN) return null;
      } else {
        const own = [...listeners].filter(({ userId }) => userId === listener.userId);
        if (own.length >= STREAMS_A_PERSON && own[0]) end(own[0]);
      }
      // The lifetime varies, because after a restart all streams are opened at the same moment.
      const opened = { ...listener, until: Date.now() + LIFE_MS * (0.6 + 0.4 * Math.random()) };
      byEvent.set(listener.eventId, listeners.add(opened));
      count += 1;
      beating ??= setInterval(beat, BEAT_MS);
      return () => leave(opened);
    },
    receive(payload) {
      if (payload === null) {
        for (const eventId of byEvent.keys()) note(eventId, EVERYTHING);
        return;
      }
      const [event, what = '', recipient = ''] = payload.split(' ');
      const listeners = byEvent.get(Number(event));
      if (!listeners) return;
      const isEnding = ENDINGS[what];
      if (isEnding) [...listeners].filter((listener) => isEnding(listener, recipient)).forEach(end);
      else if (what in KINDS_OF) note(Number(event), `${what} ${recipient}`);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const listener of [...all()]) end(listener);
    },
    get count() {
      return count;
    },
  };
}

interface Open extends Listener {
  /** The latest time it ends, in milliseconds since the epoch. */
  until: number;
}

/** Stands for all changes that may have been missed. */
const EVERYTHING = 'everything';

const isOfStars = (entry: string) => entry.startsWith('stars ');

/** @param isSecret whether the event's guests may not learn of stars now */
function kindsFor(
  { userId, mailboxId, role }: Listener,
  entries: ReadonlySet<string>,
  isSecret: boolean,
): ChangeKind[] {
  const kinds = new Set<ChangeKind>();
  const add = (more: ChangeKind[] = []) => more.forEach((kind) => kinds.add(kind));
  for (const entry of entries) {
    const [what = '', user] = entry.split(' ');
    if (isSecret && role !== 'organizer' && isOfStars(entry)) {
      // The star's owner knows of it.
      if (userId === Number(user)) add(OWN_KINDS_OF[what]);
    } else if (what === EVERYTHING) {
      Object.values(KINDS_OF).forEach(add);
      Object.values(OWN_KINDS_OF).forEach(add);
    } else {
      add(KINDS_OF[what]);
      if (role === 'organizer') add(ORGANIZERS_KINDS_OF[what]);
      const ownId = what === 'messages' ? mailboxId : userId;
      if (ownId !== null && ownId === Number(user)) add(OWN_KINDS_OF[what]);
    }
  }
  if (role !== 'organizer') for (const kind of ORGANIZERS_KINDS) kinds.delete(kind);
  if (role !== 'organizer' && role !== 'wall') kinds.delete('wall');
  if (userId === null) for (const kind of MEMBERS_KINDS) kinds.delete(kind);
  return [...kinds];
}

const ORGANIZERS_KINDS: ChangeKind[] = ['stars', 'people', 'reports'];
const MEMBERS_KINDS: ChangeKind[] = ['favorites', 'user', 'messages'];
