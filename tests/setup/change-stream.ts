import type { ChangeKind, ChangeNotification } from '~/models/live/rules';
import type { Client } from './client';

/** A stream of changes, as a page receives it. */
export interface OpenedStream {
  status: number;
  headers: Headers;
  /** The kinds that it has announced so far. */
  readonly told: ReadonlySet<string>;
  /** The beginning, as it was sent. */
  readonly text: string;
  /** Whether the server has ended it. */
  readonly isOver: boolean;
  /** The next notification of a change of this kind. */
  next(kind: ChangeKind): Promise<ChangeNotification>;
  /** Closes it, as a page does. */
  leave(): void;
}

/** Opens an event's stream of changes, and waits until it has begun or was refused. */
export function openStream(
  client: Client,
  eventId: number,
  headers: Record<string, string> = {},
): Promise<OpenedStream> {
  return followStream(client, `/api/events/${eventId}/changes`, headers);
}

/** The same for any stream. */
export async function followStream(
  { origin, cookies }: Client,
  path: string,
  headers: Record<string, string> = {},
): Promise<OpenedStream> {
  const abort = new AbortController();
  const response = await fetch(origin + path, {
    headers: { Cookie: cookies.header() ?? '', Accept: 'text/event-stream', ...headers },
    signal: abort.signal,
  });
  const told = new Set<string>();
  let count = 0;
  let hear: ((change: ChangeNotification) => void) | undefined;
  const heard = { text: '', isOver: false };
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const read = async () => {
    try {
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      for (;;) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) break;
        heard.text += decoder.decode(value, { stream: true });
        const changes = [...heard.text.matchAll(/event: changes\ndata: (.*)\n\n/g)];
        for (const [, data = ''] of changes.slice(count)) {
          const change = JSON.parse(data) as ChangeNotification;
          change.of.forEach((kind) => told.add(kind));
          hear?.(change);
        }
        count = changes.length;
        if (heard.text.includes('event: ready\n')) begin();
      }
    } catch (error) {
      if (!abort.signal.aborted) throw error;
    }
    heard.isOver = true;
    begin();
  };
  void read();
  await begun;
  return {
    status: response.status,
    headers: response.headers,
    told,
    get text() {
      return heard.text;
    },
    get isOver() {
      return heard.isOver;
    },
    next: (kind) =>
      new Promise((resolve) => {
        hear = (change) => {
          if (change.of.includes(kind)) resolve(change);
        };
      }),
    leave: () => abort.abort(),
  };
}
