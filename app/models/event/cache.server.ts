import { LRUCache } from 'lru-cache';

/** An in-memory cache of values per event, valid until the event changes. */
export interface EventCache {
  /**
   * Returns the cached value or calls `make`. Concurrent callers share one call.
   * @param name which of the event's values it is
   * @param bytesOf the approximate memory it takes; null for a value that is not cached
   * @throws what `make` throws; errors are not cached
   */
  read<T extends object>(
    eventId: number,
    name: string,
    make: () => Promise<T>,
    bytesOf: (made: T) => number | null,
  ): Promise<T>;
  /** The value if it is cached, else undefined. */
  known<T extends object>(eventId: number, name: string): T | undefined;
  /** Invalidates the cached values of an event, or of all events for null. */
  forget(eventId: number | null): void;
}

const MAX_EVENTS = 10_000;

/**
 * Creates an empty cache.
 * @param options.maxBytes the limit for all values together
 * @param options.maxAgeMs the time after which a value is made again even if no notification of a change
 *   arrives
 */
export function createEventCache({
  maxBytes,
  maxAgeMs,
}: {
  maxBytes: number;
  maxAgeMs: number;
}): EventCache {
  // A call of `make` that started before a change may end after it. So a value is only returned if it was
  // made for the event's current mark.
  const marks = new LRUCache<number, object>({ max: MAX_EVENTS });
  const cachedValues = new LRUCache<string, { made: object; mark: object; bytes: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => bytes + 200,
    ttl: maxAgeMs,
  });
  const inProgress = new Map<string, { mark: object; making: Promise<object> }>();

  /** A cached value, if it was made for the event's current mark. */
  function knownAt<T extends object>(mark: object | undefined, id: string): T | undefined {
    const known = cachedValues.get(id);
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
      const running = inProgress.get(id);
      if (running?.mark === mark) return running.making as Promise<T>;

      const making = make().then((made) => {
        const bytes = bytesOf(made);
        if (bytes !== null) cachedValues.set(id, { made, mark, bytes });
        return made;
      });
      const entry = { mark, making };
      inProgress.set(id, entry);
      const end = () => void (inProgress.get(id) === entry && inProgress.delete(id));
      making.then(end, end);
      return making;
    },
    forget(eventId) {
      if (eventId === null) marks.clear();
      else marks.delete(eventId);
    },
  };
}

/**
 * Handles what the database says about changed events, for two caches: `counted` has the values that depend on stars,
 * `cache` all others, which stay when only stars change.
 */
export function onEventChanged({ cache, counted }: { cache: EventCache; counted: EventCache }) {
  const forget = (eventId: number | null): void => {
    cache.forget(eventId);
    counted.forget(eventId);
  };
  return {
    forget,
    /** @param payload the id of an event, and `stars` behind it; null when some notifications may be missing */
    receive(payload: string | null): void {
      if (payload === null) return forget(null);
      const [eventId, what] = payload.split(' ');
      if (what === 'stars') counted.forget(Number(eventId));
      else forget(Number(eventId));
    },
  };
}
