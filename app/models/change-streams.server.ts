import type { ChangeKind, ToldChange } from './change';
import type { Role } from './user';

/** Somebody's page that hears of changes while it is open. */
export interface Listener {
  eventId: number;
  /** Null for a visitor. */
  userId: number | null;
  role: Role;
  /** The session that it was opened in, by the id of its row. */
  session: string;
  /** What visitors' streams count by; a person's count by the person. */
  address: string;
  announce(change: ToldChange): void;
  /** Shows that the stream lives. */
  beat(): void;
  /** Closes the stream; the page may open another one, for which it has to prove anew who it is. */
  end(): void;
}

/** Which of an event's screens are open, and what they are told. */
export interface ChangeStreams {
  /** Begins to tell somebody; what it gives ends that. Null where there is no room for one more. */
  open(listener: Listener): (() => void) | null;
  /** What the database tells of a change (migration 0012); null when something may have been missed. */
  hear(told: string | null): void;
  /** Ends all streams, and lets no new one begin. */
  close(): void;
  /** How many are open. */
  readonly count: number;
}

/** The channel on which the database tells what has changed. */
export const CHANGES = 'changes';

/** One person may have a phone, a tablet and a laptop; a further page closes the oldest one's stream. */
export const STREAMS_A_PERSON = 4;
/** A visitor's session costs nothing, so that the address counts; a party's visitors beyond it poll. */
export const VISITORS_STREAMS_AN_ADDRESS = 60;
const STREAMS_AN_EVENT = 1500;
const STREAMS_A_SERVER = 4000;
/** What belongs together is told together: an upload is several changes. */
const TOGETHER_MS = 100;
/** Shorter than proxies close a silent connection, usually after 60 s. */
const BEAT_MS = 25_000;
/** So long at most a stream goes on without its owner proving anew who they are. */
const LIFE_MS = 5 * 60_000;
/** What a server takes to answer one page that asks, doubled: so far apart those who ask are spread. */
const SPREAD_MS = 8;

/** What is to be asked about after a change in a table; `favorites` by whose star it is alone. */
const KINDS_OF: Record<string, ChangeKind[]> = {
  photos: ['photos', 'ranking', 'stars', 'favorites'],
  stars: ['ranking', 'stars'],
  people: ['people', 'ranking'],
  turned_away: ['people'],
  event: ['event'],
  reports: ['reports'],
  messages: [],
};
/** The same for the one member whom it concerns. */
const OWN_KINDS_OF: Record<string, ChangeKind[]> = {
  stars: ['favorites'],
  people: ['user'],
  messages: ['messages'],
};

/** What ends streams, and whose: with an event, with a session, and where somebody has another role now. */
const ENDINGS: Record<string, (listener: Listener, whom: string) => boolean> = {
  end: () => true,
  session: ({ session }, whom) => session === whom,
  role: ({ userId }, whom) => userId !== null && userId === Number(whom),
};

/** Makes the streams of a server that has none yet. */
export function createChangeStreams(): ChangeStreams {
  const byEvent = new Map<number, Set<Open>>();
  /** What was told of events and waits for what belongs to it. */
  const waiting = new Map<number, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let beating: NodeJS.Timeout | undefined;
  let count = 0;
  let isClosed = false;

  function* all() {
    for (const listeners of byEvent.values()) yield* listeners;
  }

  /** Of all events: whoever holds one address may look at several. */
  function countVisitors(from: string): number {
    let visitors = 0;
    for (const { userId, address } of all()) if (userId === null && address === from) visitors += 1;
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

  function tellWaiting(): void {
    timer = undefined;
    for (const [eventId, told] of waiting) {
      const listeners = byEvent.get(eventId);
      const within = (listeners?.size ?? 0) * SPREAD_MS;
      for (const listener of listeners ?? []) {
        const of = kindsFor(listener, told);
        if (of.length > 0) listener.announce({ of, within });
      }
    }
    waiting.clear();
  }

  function note(eventId: number, told: string): void {
    const noted = waiting.get(eventId) ?? new Set();
    waiting.set(eventId, noted.add(told));
    timer ??= setTimeout(tellWaiting, TOGETHER_MS);
  }

  return {
    open(listener) {
      const listeners = byEvent.get(listener.eventId) ?? new Set();
      if (isClosed || count >= STREAMS_A_SERVER || listeners.size >= STREAMS_AN_EVENT) return null;
      if (listener.userId === null) {
        if (countVisitors(listener.address) >= VISITORS_STREAMS_AN_ADDRESS) return null;
      } else {
        const own = [...listeners].filter(({ userId }) => userId === listener.userId);
        if (own.length >= STREAMS_A_PERSON && own[0]) end(own[0]);
      }
      // A server that was restarted has had all its streams opened at the same moment.
      const opened = { ...listener, until: Date.now() + LIFE_MS * (0.6 + 0.4 * Math.random()) };
      byEvent.set(listener.eventId, listeners.add(opened));
      count += 1;
      beating ??= setInterval(beat, BEAT_MS);
      return () => leave(opened);
    },
    hear(told) {
      if (told === null) {
        for (const eventId of byEvent.keys()) note(eventId, EVERYTHING);
        return;
      }
      const [event, what = '', whom = ''] = told.split(' ');
      const listeners = byEvent.get(Number(event));
      if (!listeners) return;
      const isEnding = ENDINGS[what];
      if (isEnding) [...listeners].filter((listener) => isEnding(listener, whom)).forEach(end);
      else if (what in KINDS_OF) note(Number(event), `${what} ${whom}`);
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
  /** When it ends at the latest, in milliseconds of the clock. */
  until: number;
}

/** Stands for all that may have been missed. */
const EVERYTHING = 'everything';

function kindsFor({ userId, role }: Listener, told: ReadonlySet<string>): ChangeKind[] {
  const kinds = new Set<ChangeKind>();
  const add = (more: ChangeKind[] = []) => more.forEach((kind) => kinds.add(kind));
  for (const entry of told) {
    const [what = '', user] = entry.split(' ');
    if (what === EVERYTHING) {
      Object.values(KINDS_OF).forEach(add);
      Object.values(OWN_KINDS_OF).forEach(add);
    } else {
      add(KINDS_OF[what]);
      if (userId !== null && userId === Number(user)) add(OWN_KINDS_OF[what]);
    }
  }
  if (role !== 'organizer') for (const kind of ORGANIZERS_KINDS) kinds.delete(kind);
  if (userId === null) for (const kind of MEMBERS_KINDS) kinds.delete(kind);
  return [...kinds];
}

const ORGANIZERS_KINDS: ChangeKind[] = ['stars', 'people', 'reports'];
const MEMBERS_KINDS: ChangeKind[] = ['favorites', 'user', 'messages'];
