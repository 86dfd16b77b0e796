import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '~/endpoints';
import type { ChangeKind } from '~/models/live/rules';
import { FAVORITES_MAX } from '~/models/photo/star';
import { thumbnailUrl, type PublicPhoto } from '~/models/photo/rules';
import type { UserRecord } from '~/models/user/rules';
import { paceOf, pollDelay, type Pace } from '~/models/live/paces';
import { paths, type HomeTab } from '~/paths';
import type { Party } from '../../tests/api/party';

import type { Random } from '../../tests/setup/random';
import type { Books } from './books';
import type { Browser } from './browser';

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
/** One in so many who have given their stars looks at the podium. */
const CURIOUS_EVERY = 4;

export interface Guest {
  index: number;
  name: string;
  email: string;
  /** 0 until they have joined. */
  id: number;
}

/** The files of the program that phones load, by the screen that names them. */
export interface Program {
  join: string[];
  home: string[];
}

/**
 * A guest's phone with the page's scripts: it asks for what Chromium was seen to ask for, keeps files that never
 * change, and polls (rule `screens.polling`) what the screen that is open shows.
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

  /** From the QR code to the contact sheet: the visitor's way in, then Login/Register. */
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
    guest.id = (await browser.get<UserRecord>('/api/user')).json.id;
    await this.#tap('feed');
  }

  /** A photo into the next free slot, and back to the contact sheet. */
  async sendPhoto(bytes: Buffer): Promise<void> {
    const { guest, browser } = this;
    const { books, party } = this.event;
    await this.#tap('profile');
    const form = new FormData();
    const position = books.photosOf(guest.id).length + 1;
    const data = { userId: guest.id, eventId: party.event.id, position, imageUrl: '' };
    // As the page's scripts name it: sent again, it is answered like the first time.
    form.append('data', JSON.stringify({ ...data, uploadId: randomBytes(16).toString('hex') }));
    form.append('image', new Blob([Uint8Array.from(bytes)]), 'IMG_1.webp');
    const { json } = await browser.request<PublicPhoto>('POST', '/api/photos', {
      body: form,
      expect: [201],
    });
    books.photos.set(json.id, json);
    await this.#refresh('profile');
    await this.#tap('feed');
  }

  /** A star for a photo of somebody else, the first ones more often; some then see how the podium stands. */
  async giveStar(popular: readonly PublicPhoto[]): Promise<void> {
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

  /** Comes to the podium by its address. */
  async openPodium(): Promise<void> {
    this.close();
    this.#address = `${paths.top()}.data`;
    this.#activeAt = performance.now();
    await this.#show('top', await this.#load(paths.top()));
  }

  /** Nothing is asked for any more. */
  close(): void {
    this.#isWatching.abort();
    this.#isWatching = new AbortController();
  }

  /** A page, or what React asks for instead of one. */
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

  /** Draws the open screen anew. */
  async #refresh(tab: HomeTab): Promise<void> {
    await this.#look(tab, await this.#load(this.#address));
  }

  async #show(tab: HomeTab, drawn: string): Promise<void> {
    const { signal } = this.#isWatching;
    for (const kind of SHOWN[tab]) void this.#poll(tab, kind, signal);
    await this.#look(tab, drawn);
  }

  /** The pictures that are seen first. */
  async #look(tab: HomeTab, drawn: string): Promise<void> {
    const [count, width] = FIRST[tab];
    const found = drawn.matchAll(/(\/media\/\d+\/[\w-]{22})(?:-\d+)?\.webp/g);
    const urls = [...new Set([...found].map(([, key]) => `${key}.webp`))].slice(0, count);
    await this.#fetch(urls.map((url) => thumbnailUrl(url, width)));
  }

  /** Files that never change, each once. */
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
        // The browser sends the tag of what it has.
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

  /** @returns false when the screen was left */
  async #pause(schedule: Pace, signal: AbortSignal): Promise<boolean> {
    const { compress } = this.event;
    const idle = (performance.now() - this.#activeAt) * compress;
    const delay = pollDelay(schedule, { idle, isHidden: false }) / compress;
    return sleep(delay, true, { signal }).catch(() => false);
  }
}

/** Where React asks for what a page at this address shows. */
function dataOf(path: string): string {
  const [pathname = '', query] = path.split('?');
  return query ? `${pathname}.data?${query}` : `${pathname}.data`;
}
