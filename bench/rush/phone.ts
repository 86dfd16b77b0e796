import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '~/endpoints';
import type { ChangeKind } from '~/models/live/rules';
import { FAVORITES_MAX } from '~/models/photo/star';
import { thumbnailUrl } from '~/models/photo/rules';
import { paceOf, pollDelay, type Pace } from '~/models/live/paces';
import { morningPaths } from '~/morning-paths';
import { paths, type HomeTab } from '~/paths';
import type { Party } from '../../tests/api/party';
import type { Random } from '../../tests/setup/random';
import type { Books } from './books';
import type { Browser } from './browser';
import type { AnswerOf, Photo } from './calls';

/** The number and width of the photos that a phone shows first on each screen. */
const FIRST = { profile: [3, 320], feed: [6, 320], top: [3, 720] } as const;
/** What a participant's open screen asks about (rule `screens.polling`). */
const SHOWN: Record<HomeTab, ChangeKind[]> = {
  profile: ['event', 'user', 'photos', 'favorites', 'messages'],
  feed: ['event', 'user', 'photos', 'messages'],
  top: ['event', 'user', 'ranking', 'messages'],
};
/** When a guest retries a download that was refused, in ms. */
const TAP_AGAIN_MS = 5000;
/** A browser's connections to one server. */
const AT_ONCE = 6;
/** One of this many guests who have given their stars looks at the podium. */
const CURIOUS_EVERY = 4;

export interface Guest {
  index: number;
  name: string;
  email: string;
  /** 0 until they have joined. */
  id: number;
  /** The number of the table whose code they scan. */
  table: number;
}

/** The application's files that phones load, by the screen that names them. */
export interface Program {
  join: string[];
  home: string[];
}

/**
 * A guest's phone with the page's scripts: it requests what Chromium was seen to request, caches files that
 * never change, and polls for the open screen (rule `screens.polling`).
 */
export class Phone {
  readonly #kept = new Set<string>();
  readonly #tags = new Map<string, string>();
  #isWatching = new AbortController();
  #address = '';
  #activeAt = performance.now();

  constructor(
    readonly guest: Guest,
    readonly browser: Browser,
    readonly event: { party: Party; books: Books; random: Random; compress: number },
  ) {}

  /** From the QR code to the contact sheet: enters as a visitor, then uses Login/Register. */
  async join(program: Program): Promise<void> {
    const { guest, browser } = this;
    const { names } = this.event.party;
    const card = { event: names.event, organizer: names.organizerName };
    const confirmation = dataOf(paths.joinConfirm(card));
    await this.#load(paths.join(card));
    await this.#fetch(program.join);
    await this.#send(dataOf(paths.join(card)), names, 202);
    await this.#load(confirmation);
    await this.#send(confirmation, names, 202);
    await this.#fetch(program.home);
    await this.#load('/_root.data');
    const login = dataOf(paths.login());
    await this.#load(login);
    const person = { name: guest.name, email: guest.email, consent: 'on' };
    await this.#send(login, { ...person, intent: 'check' }, 200);
    await this.#load(login);
    await this.#send(login, { ...person, intent: 'submit' }, 202);
    await this.#load('/_root.data');
    guest.id = (await browser.get<AnswerOf<'/api/user'>>('/api/user')).json.id;
    // The code on the table.
    const { event } = this.event.party;
    const scanned = `/e/${event.id}?table=${guest.table}`;
    await browser.request('GET', scanned, { expect: [302] });
    await this.#tap('feed');
  }

  /** Sends a photo into the next free slot, for the open card if there is one, and returns to the contact sheet. */
  async sendPhoto(bytes: Buffer): Promise<void> {
    const { guest, browser } = this;
    const { books, party } = this.event;
    await this.#tap('profile');
    const form = new FormData();
    const position = books.photosOf(guest.id).length + 1;
    const data = { userId: guest.id, eventId: party.event.id, position, imageUrl: '' };
    const { cards } = (await browser.get<AnswerOf<'/api/missions/mine'>>('/api/missions/mine'))
      .json;
    const missionId = cards.find(({ doneAt }) => doneAt === null)?.missionId ?? null;
    // As the page's scripts name it: a repeated upload gets the first answer.
    form.append('data', JSON.stringify({ ...data, uploadId: randomBytes(16).toString('hex') }));
    if (missionId !== null) form.append('missionId', String(missionId));
    form.append('image', new Blob([Uint8Array.from(bytes)]), 'IMG_1.webp');
    const { json } = await browser.request<AnswerOf<'/api/photos', 'post'>>('POST', '/api/photos', {
      body: form,
      expect: [201],
    });
    books.add(json, missionId);
    await this.#refresh('profile');
    await this.#tap('feed');
  }

  /**
   * Gives a star to somebody else's photo, preferring the first ones. Some guests then look at the podium.
   */
  async giveStar(popular: readonly Photo[]): Promise<void> {
    const { guest } = this;
    const held = this.event.books.starsOf(guest.id);
    const others = popular.filter(({ id, userId }) => userId !== guest.id && !held.has(id));
    const photo = others[Math.floor(this.event.random() ** 2 * others.length)];
    if (!photo) return;
    const next = `${paths.feed()}#photo-${photo.id}`;
    await this.#send(`${paths.star(photo.id)}.data`, { on: '1', next, answer: 'data' }, 200);
    held.add(photo.id);
    await this.#refresh('feed');
    if (held.size === FAVORITES_MAX && guest.index % CURIOUS_EVERY === 0) await this.#tap('top');
  }

  /** Opens the podium by its URL. */
  async openPodium(): Promise<void> {
    this.close();
    this.#address = `${paths.top()}.data`;
    this.#activeAt = performance.now();
    await this.#show('top', await this.#load(paths.top()));
  }

  /** Opens the event on the next morning, and takes the guest's own photos home. */
  async wakeUp(): Promise<void> {
    const { browser, guest } = this;
    const { books } = this.event;
    await browser.request('GET', '/', { expect: [302] });
    await this.#load(morningPaths.morning());
    const home = morningPaths.ownPhotosZip({ format: 'jpeg' });
    for (;;) {
      const zip = await browser.request('GET', home, { expect: [200, 302] });
      const what = `the own photos of ${guest.name}`;
      if (zip.status === 200) return books.checkZip(what, zip.bytes, books.photosOf(guest.id));
      // All places are taken, so the page says to try again.
      await sleep(TAP_AGAIN_MS);
    }
  }

  /** Stops all requests. */
  close(): void {
    this.#isWatching.abort();
    this.#isWatching = new AbortController();
  }

  /** Loads a page, or the data that React requests in its place. */
  async #load(path: string): Promise<string> {
    return (await this.browser.request('GET', path)).text;
  }

  /** Sends a form as the page's scripts do. */
  async #send(path: string, fields: Record<string, string>, status: number): Promise<void> {
    this.#activeAt = performance.now();
    await this.browser.request('POST', path, { fields, expect: [status] });
  }

  /** Goes to a screen by its tab. */
  async #tap(tab: HomeTab): Promise<void> {
    this.#activeAt = performance.now();
    this.close();
    this.#address = `/_root.data?tab=${tab}`;
    await this.#show(tab, await this.#load(this.#address));
  }

  /** Reloads the open screen. */
  async #refresh(tab: HomeTab): Promise<void> {
    await this.#look(tab, await this.#load(this.#address));
  }

  async #show(tab: HomeTab, drawn: string): Promise<void> {
    const { signal } = this.#isWatching;
    for (const kind of SHOWN[tab]) void this.#poll(tab, kind, signal);
    await this.#look(tab, drawn);
  }

  /** Loads the pictures that are seen first. */
  async #look(tab: HomeTab, drawn: string): Promise<void> {
    const [count, width] = FIRST[tab];
    const found = drawn.matchAll(/(\/media\/\d+\/[\w-]{22})(?:-\d+)?\.webp/g);
    const urls = [...new Set([...found].map(([, key]) => `${key}.webp`))].slice(0, count);
    await this.#fetch(urls.map((url) => thumbnailUrl(url, width)));
  }

  /** Loads files that never change, each once. */
  async #fetch(urls: readonly string[]): Promise<void> {
    const missing = urls.filter((url) => !this.#kept.has(url));
    for (const url of missing) this.#kept.add(url);
    const waiting = missing.values();
    const connection = async () => {
      for (const url of waiting) await this.browser.request('GET', url);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, connection));
  }

  async #poll(tab: HomeTab, kind: ChangeKind, signal: AbortSignal): Promise<void> {
    const { party, books } = this.event;
    const url = endpoints.marks(party.event.id, [kind]);
    let isKnown = false;
    while (await this.#pause(paceOf(kind, SHOWN[tab]), signal)) {
      await books.attempt(this.guest.name, async () => {
        // The browser sends the ETag of what it has.
        const tag = this.#tags.get(url);
        const headers = { Accept: 'application/json', ...(tag && { 'If-None-Match': tag }) };
        const answer = await this.browser.request('GET', url, { headers, expect: [200, 304] });
        this.#tags.set(url, answer.headers.get('ETag') ?? '');
        if (signal.aborted || answer.status === 304) return;
        if (isKnown) await this.#refresh(tab);
        isKnown = true;
      });
    }
  }

  /** @returns false if the screen was left */
  async #pause(schedule: Pace, signal: AbortSignal): Promise<boolean> {
    const { compress } = this.event;
    const idle = (performance.now() - this.#activeAt) * compress;
    const delay = pollDelay(schedule, { idle, isHidden: false }) / compress;
    return sleep(delay, true, { signal }).catch(() => false);
  }
}

/** The URL from which React loads the data of a page. */
function dataOf(path: string): string {
  const [pathname = '', query] = path.split('?');
  return query ? `${pathname}.data?${query}` : `${pathname}.data`;
}
