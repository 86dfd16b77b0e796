import { LRUCache } from 'lru-cache';

/** What is kept in memory of events until they change. */
export interface EventCache {
  /**
   * What `make` gives, kept until the event changes; whoever asks meanwhile waits for the same one.
   * @param name which of the event's things it is
   * @param bytesOf how much memory it takes, about; null for what is not to be kept
   * @throws what `make` throws, which is not kept
   */
  read<T extends object>(
    eventId: number,
    name: string,
    make: () => Promise<T>,
    bytesOf: (made: T) => number | null,
  ): Promise<T>;
  /** The same where it is kept already; undefined where it would have to be made. */
  known<T extends object>(eventId: number, name: string): T | undefined;
  /** What is kept of an event, or of all where nobody knows which, does not hold any more. */
  forget(eventId: number | null): void;
}

const MAX_EVENTS = 10_000;

/**
 * Makes an empty cache.
 * @param options.maxBytes what all of it may take
 * @param options.maxAgeMs after so long a thing is made anew, however it comes that nobody says so
 */
export function createEventCache({
  maxBytes,
  maxAgeMs,
}: {
  maxBytes: number;
  maxAgeMs: number;
}): EventCache {
  // What was begun before a change may end after it: only what was made for the mark that an event has
  // now is given out.
  const marks = new LRUCache<number, object>({ max: MAX_EVENTS });
  const kept = new LRUCache<string, { made: object; mark: object; bytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + 200,
    ttl: maxAgeMs,
  });
  const begun = new Map<string, { mark: object; making: Promise<object> }>();

  /** What was made for the mark that an event has. */
  function knownAt<T extends object>(mark: object | undefined, id: string): T | undefined {
    const known = kept.get(id);
    return known && known.mark === mark ? (known.made as T) : undefined;
  }

  return {
    known: (eventId, name) => knownAt(marks.get(eventId), `${eventId} ${name}`),
    read<T extends object>(
      eventId: number,
      name: string,
      make: () => Promise<T>,
      bytesOf: (made: T) => number | null,
    ): Promise<T> {
      const mark = marks.get(eventId) ?? {};
      marks.set(eventId, mark);
      const id = `${eventId} ${name}`;
      const known = knownAt<T>(mark, id);
      if (known) return Promise.resolve(known);
      const running = begun.get(id);
      if (running?.mark === mark) return running.making as Promise<T>;

      const making = make().then((made) => {
        const bytes = bytesOf(made);
        if (bytes !== null) kept.set(id, { made, mark, bytes });
        return made;
      });
      const entry = { mark, making };
      begun.set(id, entry);
      const end = () => void (begun.get(id) === entry && begun.delete(id));
      making.then(end, end);
      return making;
    },
    forget(eventId) {
      if (eventId === null) marks.clear();
      else marks.delete(eventId);
    },
  };
}
