import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import QRCode from 'qrcode';
import sharp from 'sharp';
import type { WallTexts } from '~/browser/wall/texts';
import { renderWallPage } from '~/files/wall-page.server';
import { cspFor } from '~/http/csp.server';
import type { Language } from '~/i18n/languages';
import { THUMBNAIL_WIDTHS } from '~/models/photo/rules';
import type { WallPhoto, WallState } from '~/models/wall/rules';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A photo's file in all its widths. */
export interface Picture {
  width: number;
  height: number;
  /** By width; `full` is the largest. */
  files: Readonly<Partial<Record<string, Uint8Array>>>;
}

export type WallStand = Awaited<ReturnType<typeof startWallStand>>;

/** The texts of a wall's page. */
export async function wallTexts(language: Language): Promise<WallTexts> {
  const path = `${root}app/i18n/locales/${language}/wall_screen.json`;
  return JSON.parse(await readFile(path, 'utf8')) as WallTexts;
}

/**
 * A server for one wall, whose state a test or a measurement writes itself: the built script and style sheet, the
 * page, its state with an ETag, the stream, and pictures.
 * @param options.pictures are used in turn, by the photos' ids
 */
export async function startWallStand({
  language = 'en',
  pictures,
  state: given,
}: {
  language?: Language;
  pictures: Picture[];
  state?: Partial<WallState>;
}) {
  let key = 'a-key';
  const texts = await wallTexts(language);
  const streams = new Set<ServerResponse>();
  /** The paths that were asked for. */
  const asked: string[] = [];
  const state: Omit<WallState, 'now'> = {
    version: '1',
    language,
    event: { name: 'Léa & Côme’s wedding', url: 'https://snap.example/e/7', qrUrl: '/code.svg' },
    programme: 'photos',
    paused: false,
    next: 0,
    pace: 8,
    photos: [],
    podium: null,
    winners: [],
    votingClosesAt: null,
    voting: 'open',
    stars: [],
    tables: [],
    first: null,
    flash: null,
    duel: null,
    reveal: null,
    ...given,
  };
  const code = await QRCode.toString('https://snap.example/e/7', { type: 'svg', margin: 4 });

  const server = createServer((request, response) => {
    void answer(request, response);
  });
  let port = 0;
  await start();
  const origin = `http://127.0.0.1:${port}`;

  async function start(): Promise<void> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    asked.push(path);
    const send = (type: string, body: string | Uint8Array, headers = {}) =>
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(body);
    const [, photo, width] = /^\/media\/1\/(\d+)(?:-(\d+))?\.webp$/.exec(path) ?? [];
    if (path === `/wall/${key}`) {
      const nonce = 'bm9uY2U=';
      const html = renderWallPage({
        key,
        eventName: state.event.name,
        version: '1',
        language,
        texts,
        nonce,
      });
      const policy = cspFor(path, { nonce, imageOrigin: null });
      send('text/html; charset=utf-8', html, { 'Content-Security-Policy': policy });
    } else if (path === `/wall/${key}/state`) {
      const etag = `"${createHash('sha1').update(JSON.stringify(state)).digest('hex')}"`;
      if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
      else {
        const body = JSON.stringify({ ...state, now: Date.now() });
        send('application/json', body, { ETag: etag, 'Cache-Control': 'private, no-cache' });
      }
    } else if (path === `/wall/${key}/changes`) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('retry: 5000\nevent: ready\ndata:\n\n');
      streams.add(response);
      response.on('close', () => streams.delete(response));
    } else if (photo) {
      const picture = pictures[Number(photo) % pictures.length];
      const file = picture?.files[width ?? 'full'] ?? '';
      send('image/webp', file, { 'Cache-Control': 'private, max-age=31536000, immutable' });
    } else if (path === '/code.svg') send(TYPES['.svg'] ?? '', code);
    else {
      const file = await readFile(`${root}build/client${path}`).catch(() => null);
      if (file === null) response.writeHead(404).end('Not found');
      else send(TYPES[extname(path)] ?? 'application/octet-stream', file);
    }
  }

  function announce(): void {
    for (const stream of streams) stream.write('event: changes\ndata: {"of":["photos"]}\n\n');
  }

  return {
    origin,
    get path() {
      return `/wall/${key}`;
    },
    state,
    asked,
    announce,
    /** Changes the state and announces it. */
    set(changes: Partial<WallState>): void {
      Object.assign(state, changes);
      announce();
    },
    /** The wall's key is not valid any more, and its streams end. */
    renew(): void {
      key = 'another-key';
      for (const stream of streams) stream.end();
    },
    /** Starts again after a stop, at the same address. */
    start,
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A photo of a stand. */
export function wallPhoto(
  id: number,
  pictures: readonly Picture[],
  more: Partial<WallPhoto> = {},
): WallPhoto {
  const { width = 0, height = 0 } = pictures[id % pictures.length] ?? {};
  return {
    id,
    imageUrl: `/media/1/${id}.webp`,
    width,
    height,
    caption: null,
    mission: null,
    userName: `Guest ${id}`,
    isFirst: false,
    from: 0,
    ...more,
  };
}

/** Pictures of one colour each, every third a landscape, in all widths. */
export function plainPictures(count: number): Promise<Picture[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [width, height] = index % 3 === 0 ? [1920, 1440] : [1440, 1920];
      const background = `hsl(${(index * 77) % 360}, 45%, 45%)`;
      const draw = (size: number) =>
        sharp({
          create: {
            width: size,
            height: Math.round((size * height) / width),
            channels: 3,
            background,
          },
        })
          .webp({ quality: 60 })
          .toBuffer();
      const files: Record<string, Uint8Array> = { full: await draw(width) };
      for (const size of THUMBNAIL_WIDTHS) files[size] = await draw(size);
      return { width, height, files };
    }),
  );
}
