import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeKind } from '../../app/models/change';
import { thumbnailUrl } from '../../app/models/photo';
import { pollDelay } from '../../app/offline/adaptive-polling';
import { scheduleOf, type PollSchedule } from '../../app/offline/poll-schedules';
import { endpoints } from '../../app/endpoints';
import { paths, type HomeTab } from '../../app/paths';
import type { Guest } from '../../scripts/party/guest';
import { attempt, type Party } from '../../scripts/party/party';
import type { Answer } from '../../tests/setup/client';

/** Photos of the contact sheet and of the podium that a phone shows first, and their widths there. */
const FIRST = { profile: [3, 320], feed: [6, 320], top: [3, 720] } as const;
/** What the open screen of a participant asks about (rule `screens.polling`). */
const SHOWN: Record<HomeTab, ChangeKind[]> = {
  profile: ['event', 'user', 'photos', 'favorites', 'messages'],
  feed: ['event', 'user', 'photos', 'messages'],
  top: ['event', 'user', 'ranking', 'messages'],
};
/** Connections that a browser has to one server. */
const AT_ONCE = 6;

/**
 * A guest's phone with the page's scripts: it asks for what they ask for, keeps files that never change,
 * and polls (rule `screens.polling`) what the screen that is open shows.
 */
export class Phone {
  readonly #kept = new Set<string>();
  readonly #tags = new Map<string, string>();
  #isWatching = new AbortController();
  #address = '';
  #activeAt = performance.now();

  constructor(
    readonly guest: Guest,
    readonly party: Party,
    readonly compress: number,
  ) {}

  /** A page, with whatever else it needs. */
  async open(path: string): Promise<string> {
    this.#activeAt = performance.now();
    const { text } = await this.guest.client.request('GET', path);
    return text;
  }

  /** What React asks for instead of a page. */
  async load(path: string): Promise<string> {
    const { text } = await this.guest.client.request('GET', path);
    return text;
  }

  /** Sends a form as the page's scripts do. */
  async send(path: string, fields: Record<string, string>, expect: readonly number[]) {
    this.#activeAt = performance.now();
    await this.guest.client.request('POST', path, { fields, expect });
  }

  /** Files that come with the program, each once. */
  async files(urls: readonly string[]): Promise<void> {
    await this.#fetch(urls, () => 'GET /assets');
  }

  /** Goes to a screen by its tab. */
  async tap(tab: HomeTab): Promise<void> {
    this.#activeAt = performance.now();
    this.close();
    this.#address = `/_root.data?tab=${tab}`;
    await this.#show(tab, await this.load(this.#address));
  }

  /** Comes to the podium by its address. */
  async openPodium(): Promise<void> {
    this.close();
    this.#address = `${paths.top()}.data`;
    await this.#show('top', await this.open(paths.top()));
  }

  /** Draws the open screen anew. */
  async refresh(tab: HomeTab): Promise<void> {
    await this.#look(tab, await this.load(this.#address));
  }

  /** Nothing is asked for any more. */
  close(): void {
    this.#isWatching.abort();
    this.#isWatching = new AbortController();
  }

  async #show(tab: HomeTab, drawn: string): Promise<void> {
    const { signal } = this.#isWatching;
    for (const kind of SHOWN[tab]) void this.#poll(tab, kind, signal);
    await this.#look(tab, drawn);
  }

  /** The pictures that are seen first. */
  async #look(tab: HomeTab, drawn: string): Promise<void> {
    const [count, width] = FIRST[tab];
    const urls = imagesIn(drawn).slice(0, count);
    await this.#fetch(
      urls.map((url) => thumbnailUrl(url, width)),
      () => `GET /media ${width}`,
    );
  }

  async #fetch(urls: readonly string[], labelOf: () => string): Promise<void> {
    const missing = urls.filter((url) => !this.#kept.has(url));
    for (const url of missing) this.#kept.add(url);
    const waiting = missing.values();
    const connection = async () => {
      for (const url of waiting) await this.guest.client.request('GET', url, { label: labelOf() });
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, missing.length) }, connection));
  }

  async #poll(tab: HomeTab, kind: ChangeKind, signal: AbortSignal): Promise<void> {
    const url = endpoints.marks(this.party.event.id, [kind]);
    let isKnown = false;
    while (await this.#pause(scheduleOf(kind, SHOWN[tab]), signal)) {
      await attempt(this.party, this.guest.name, async () => {
        const { status } = await this.#ask(url);
        if (signal.aborted || status === 304) return;
        if (isKnown) await this.refresh(tab);
        isKnown = true;
      });
    }
  }

  /** The browser sends the tag of what it has. */
  async #ask(url: string): Promise<Answer> {
    const tag = this.#tags.get(url);
    const headers = { Accept: 'application/json', ...(tag && { 'If-None-Match': tag }) };
    const answer = await this.guest.client.request('GET', url, { headers, expect: [200, 304] });
    this.#tags.set(url, answer.headers.get('ETag') ?? '');
    return answer;
  }

  /** @returns false when the screen was left */
  async #pause(schedule: PollSchedule, signal: AbortSignal): Promise<boolean> {
    const idle = (performance.now() - this.#activeAt) * this.compress;
    const delay = pollDelay(schedule, { idle, isHidden: false }) / this.compress;
    return sleep(delay, true, { signal }).catch(() => false);
  }
}

/** The full files of the photos that an answer names, in its order. */
function imagesIn(text: string): string[] {
  const found = text.matchAll(/(\/media\/\d+\/[\w-]{22})(?:-\d+)?\.webp/g);
  return [...new Set([...found].map(([, key]) => `${key}.webp`))];
}
