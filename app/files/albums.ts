import type { LoaderFunctionArgs } from '@remix-run/node';
import { parseId } from '~/http/api.server';
import { savedFile } from '~/http/files.server';
import type { Member } from '~/http/guards.server';
import type { Translate } from '~/i18n/translate';
import { readAlbum, readBook } from '~/models/keepsake/album.server';
import type { ListedPhoto } from '~/models/photo/read.server';
import type { RankedPhoto } from '~/models/photo/star.server';
import { paths } from '~/paths';
import { gridOf, pixelsOf, SHEET_PRINTS, type AlbumPageKind } from '~/services/pdf/album-geometry';
import type { AlbumPrint } from '~/services/pdf/album.server';
import { orderKey, type AlbumOrder } from '~/services/pdf/printer.server';
import { count, pictureOf, send, withoutMarks, wordsOf } from './keepsake-file.server';

// What the organizer prints: an album of all photos, and a photo book (rules `album.…`).
export const albums = [
  savedFile('/event/album.pdf', { who: 'organizer', back: paths.home(), answer: sendAlbum }),
  savedFile('/event/photo-book.pdf', { who: 'organizer', back: paths.home(), answer: sendBook }),
];

/** A photo on a page, and its words. */
interface Placed {
  photo: ListedPhoto | RankedPhoto;
  words: string[];
}

/** A page before its pictures are known to the printer. */
interface Page {
  kind: AlbumPageKind;
  heading: string;
  prints: Placed[];
}

/**
 * Sends one file of the album.
 * @throws DomainError invalid_request for an invalid part; what `readAlbum` throws; busy, too_many_attempts
 */
async function sendAlbum(args: LoaderFunctionArgs, member: Member): Promise<Response> {
  const { actor, event } = member;
  const { app } = args.context;
  const part = partOf(args);
  const { podium, photos, parts } = await readAlbum(app.db, { actor, event, now: app.now(), part });
  const { t } = await wordsOf(args, event);
  const pages: Page[] = [];
  if (podium.length > 0) {
    pages.push({
      kind: 'podium',
      heading: event.name,
      prints: podium.map((photo) => ({ photo, words: podiumWords(t, podium, photo) })),
    });
  }
  for (let first = 0; first < photos.length; first += SHEET_PRINTS) {
    pages.push({
      kind: 'sheet',
      heading: t('server:keepsake.album.sheet'),
      prints: photos.slice(first, first + SHEET_PRINTS).map((photo) => ({
        photo,
        words: [...captionOf(photo), [photo.userName, ...lateMark(t, photo)].join(' · ')],
      })),
    });
  }
  const title = t('server:keepsake.album.document', { event: event.name });
  return sendPages(args, member, { pages, title, fileName: nameOf('album', { part, parts }) });
}

/**
 * Sends one file of the photo book.
 * @throws DomainError invalid_request for an invalid part; what `readBook` throws; busy, too_many_attempts
 */
async function sendBook(args: LoaderFunctionArgs, member: Member): Promise<Response> {
  const { actor, event } = member;
  const { app } = args.context;
  const part = partOf(args);
  const { pages: guests, parts } = await readBook(app.db, { actor, event, now: app.now(), part });
  const { t } = await wordsOf(args, event);
  const pages = guests.map(({ name, photos }): Page => ({
    kind: 'guest',
    heading: name,
    prints: photos.map((photo) => ({
      photo,
      words: [...captionOf(photo), ...lateMark(t, photo)],
    })),
  }));
  const title = t('server:keepsake.album.book_document', { event: event.name });
  return sendPages(args, member, { pages, title, fileName: nameOf('photo-book', { part, parts }) });
}

const captionOf = ({ caption }: ListedPhoto) => (caption ? [caption] : []);

/** A late photo says so (rule `photos.late`). */
const lateMark = (t: Translate, { late }: ListedPhoto) =>
  late ? [t('server:event.late.mark')] : [];

/** The part that a request asks for, from 1. */
function partOf({ request }: LoaderFunctionArgs): number {
  return parseId(new URL(request.url).searchParams.get('part') ?? '1');
}

const nameOf = (start: string, { part, parts }: { part: number; parts: number }) =>
  parts > 1 ? `${start}-${part}` : start;

function podiumWords(t: Translate, podium: RankedPhoto[], photo: RankedPhoto): string[] {
  const { userName, favoriteCount } = photo;
  const place = photo.place as 1 | 2 | 3;
  const isShared = podium.filter((other) => other.place === place).length > 1;
  return [
    t(`server:keepsake.certificate.${isShared ? 'shared' : 'place'}_${place}`),
    userName,
    t('server:keepsake.certificate.stars', { count: favoriteCount }),
  ];
}

async function sendPages(
  args: LoaderFunctionArgs,
  { event, user }: Member,
  { pages, title, fileName }: { pages: Page[]; title: string; fileName: string },
): Promise<Response> {
  const { printer } = args.context.app;
  const { t, day, language } = await wordsOf(args, event);
  const order: AlbumOrder = {
    layout: 'album',
    language,
    title: withoutMarks(title),
    eventName: event.name,
    day,
    pages: pages.map(({ prints, ...page }) => ({
      ...page,
      prints: prints.map((placed) => printOf(t, placed)),
    })),
    pictures: pages.flatMap(({ kind, prints }) => {
      const grid = gridOf(kind, prints.length);
      return prints.map(({ photo }) => {
        const pixels = pixelsOf(grid, photo.width / photo.height);
        return { ...pictureOf(args, photo, variantFor(pixels)), pixels };
      });
    }),
  };
  const file = {
    type: 'application/pdf',
    ending: '.pdf',
    title: `${fileName}-${event.name}`,
    key: orderKey(order),
  };
  return send(args, file, () =>
    printer.print(order, { beforeRender: () => count(args, { kind: 'album', userId: user.id }) }),
  );
}

function printOf(t: Translate, { photo, words }: Placed): AlbumPrint {
  const { userName: name, width, height } = photo;
  return { words, shape: width / height, alt: withoutMarks(t('event:photo.alt', { name })) };
}

/** The smallest stored file with that many pixels on its longer side. Widths are those of the shorter or longer one. */
function variantFor(pixels: number): 720 | 1080 | 'full' {
  if (pixels <= 720) return 720;
  return pixels <= 1080 ? 1080 : 'full';
}
