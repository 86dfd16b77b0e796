import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '~db/client.server';
import type { Language } from '~/i18n/languages';
import { csvTable, type CsvColumns } from '~/services/csv.server';
import type { MediaStorage } from '~/services/storage/types';
import { readAllPhotos, type CaptionedImage } from './all-photos.server';
import { openArchive, type Archive, type PackDeps, type PackedText } from './archive.server';
import { assertCan, type Person } from '../access';
import { readTags } from '../mission/read.server';
import { listUserPhotos } from '../photo/read.server';
import { listTopPhotos } from '../photo/star.server';
import { createPhotoNamer, slugOf } from './file-name';
import { openJpegArchive, type JpegArchive, type JpegDeps } from './jpeg-archive.server';

/** The photos of an event whose files are named. */
interface Named {
  eventId: number;
  /** The reader's word for a photo, as it is used in the files' names. */
  photoWord: string;
}

/** Photos whose late ones have a folder. */
interface NamedAll extends Named {
  /** The reader's word for late photos, after which their folder is named. */
  lateWord: string;
}

interface Noted {
  /** The first line of the list of missing files. */
  missingNote: string;
}

type AllParams = NamedAll & Noted & { language: Language };
type OwnParams = NamedAll & Noted & { userId: number };

/** The ranking of the reader's own event. */
type RankingParams = Omit<Named, 'eventId'> & Noted & { actor: Person };

/**
 * Packs the photos of the ranking, in order, named by their places.
 * @throws DomainError standings_hidden; busy when a storage does not answer
 */
export async function packTopPhotos(
  deps: PackDeps,
  { actor, missingNote, photoWord }: RankingParams,
): Promise<Archive> {
  const { eventId } = actor;
  assertCan(actor, 'stars.count', { eventId });
  const images = await topImages(deps.db, { eventId, photoWord });
  return openArchive(deps, { eventId, texts: captionList(images), images, missingNote });
}

/**
 * Packs the same photos as JPEG (rule `files.jpeg-zip`).
 * @throws DomainError standings_hidden; busy when a storage does not answer
 */
export async function packTopJpegs(
  deps: JpegDeps,
  { actor, missingNote, photoWord }: RankingParams,
): Promise<JpegArchive> {
  const { eventId } = actor;
  assertCan(actor, 'stars.count', { eventId });
  const images = await topImages(deps.db, { eventId, photoWord });
  return openJpegArchive(deps, { eventId, texts: captionList(images), images, missingNote });
}

async function topImages(db: Db, ranking: Named): Promise<CaptionedImage[]> {
  const photos = await listRanking(db, ranking);
  return photos.map((photo) => ({ ...photo, modifiedAt: photo.createdAt }));
}

/**
 * Packs all visible photos of an event, by participant and slot, with running numbers. Those of a mission have a
 * folder, and late ones, too.
 * @throws DomainError busy when a storage does not answer
 */
export async function packAllPhotos(
  deps: PackDeps,
  { eventId, missingNote, ...words }: AllParams,
): Promise<Archive> {
  const all = await readAllPhotos(deps.db, { eventId, ...words });
  const mark = createHash('sha256').update(all.source).digest('base64url');
  const recent = recentOf(deps.storage);
  const known = recent.get(eventId);
  if (known?.mark === mark) return known.archive;

  const images = all.name();
  const texts = captionList(images);
  const opened = await openArchive(deps, { eventId, texts, images, missingNote });
  const archive: Archive = {
    ...opened,
    async *read() {
      try {
        yield* opened.read();
      } catch (error) {
        recent.delete(eventId);
        throw error;
      }
    },
  };
  // Incomplete archives are not cached: the missing files may come back at any time, and the list depends on
  // the language.
  if (archive.isComplete) recent.set(eventId, { mark, archive, size: images.length + 1 });
  return archive;
}

/**
 * Packs the same photos as JPEG (rule `files.jpeg-zip`).
 * @throws DomainError busy when a storage does not answer
 */
export async function packAllJpegs(
  deps: JpegDeps,
  { eventId, missingNote, ...words }: AllParams,
): Promise<JpegArchive> {
  const images = (await readAllPhotos(deps.db, { eventId, ...words })).name();
  return openJpegArchive(deps, { eventId, texts: captionList(images), images, missingNote });
}

/**
 * Packs a member's own photos by slot, including those that only they see (rule `files.own-photos`).
 * @throws DomainError busy when a storage does not answer
 */
export async function packOwnPhotos(
  deps: PackDeps,
  { missingNote, ...own }: OwnParams,
): Promise<Archive> {
  const images = await ownImages(deps.db, own);
  const { eventId } = own;
  return openArchive(deps, { eventId, texts: captionList(images), images, missingNote });
}

/**
 * Packs the same photos as JPEG (rule `files.jpeg-zip`).
 * @throws DomainError busy when a storage does not answer
 */
export async function packOwnJpegs(
  deps: JpegDeps,
  { missingNote, ...own }: OwnParams,
): Promise<JpegArchive> {
  const images = await ownImages(deps.db, own);
  const { eventId } = own;
  return openJpegArchive(deps, { eventId, texts: captionList(images), images, missingNote });
}

async function ownImages(
  db: Db,
  { photoWord: word, lateWord, ...whose }: NamedAll & { userId: number },
): Promise<CaptionedImage[]> {
  const own = await listUserPhotos(db, whose);
  const nameOf = createPhotoNamer({ count: own.length, word });
  const folder = slugOf(lateWord);
  return own.map((photo, index) => {
    const name = nameOf({ ...photo, number: index + 1 });
    const place = photo.late ? `${folder}/${name}` : name;
    return { ...photo, name: place, modifiedAt: photo.createdAt };
  });
}

/** The captions of a zip's photos as a text file, a line each; none if no photo has one. */
function captionList(images: readonly CaptionedImage[]): PackedText[] {
  const captioned = images.filter(({ caption }) => caption !== null);
  if (captioned.length === 0) return [];
  const lines = captioned.map(({ name, caption }) => `${stemOf(name)}\t${caption}\n`);
  const latest = Math.max(...captioned.map(({ modifiedAt }) => modifiedAt.getTime()));
  const bytes = Buffer.from(lines.join(''));
  return [{ name: CAPTIONS, bytes, modifiedAt: new Date(latest) }];
}

/** The same file is called `.jpg` in a zip of JPEGs. */
const stemOf = (name: string) => name.replace(/\.webp$/, '');

interface RecentArchive {
  /** A hash of the rows that the archive was opened from. */
  mark: string;
  archive: Archive;
  size: number;
}

const CAPTIONS = 'captions.txt';
const RECENT_MS = 60_000;
const RECENT_PHOTOS = 50_000;
const recentArchives = new WeakMap<MediaStorage, LRUCache<number, RecentArchive>>();

/**
 * The archives opened recently, by event. When a client downloads an archive in several ranges, the rows are read each
 * time, but nothing else is repeated.
 */
function recentOf(storage: MediaStorage): LRUCache<number, RecentArchive> {
  const recent =
    recentArchives.get(storage) ??
    new LRUCache({
      ttl: RECENT_MS,
      maxSize: RECENT_PHOTOS,
      sizeCalculation: ({ size }: RecentArchive) => size,
    });
  recentArchives.set(storage, recent);
  return recent;
}

/** The columns of the ranking; their headings are below `csv` in the namespace `download`. */
const RANKING_COLUMNS = {
  place: (photo: RankedPhoto) => photo.place,
  stars: (photo: RankedPhoto) => photo.favoriteCount,
  name: (photo: RankedPhoto) => photo.userName,
  slot: (photo: RankedPhoto) => photo.position,
  caption: (photo: RankedPhoto) => photo.caption ?? '',
  uploaded: (photo: RankedPhoto) => photo.createdAt.toISOString(),
  file: (photo: RankedPhoto) => photo.name,
};
export type RankingColumn = keyof typeof RANKING_COLUMNS | 'mission' | 'duel';

/**
 * The ranking as CSV (rule `files.csv`). Photos are named as in the zip. Missions have a column if a photo has one.
 * @param params.language the reader's, for the missions of sets
 * @param params.afterDuel the text in an additional last column for a photo that won a duel; without one there is no
 *   such column
 */
export async function rankingCsv(
  db: Db,
  params: Named & {
    heading: (column: RankingColumn) => string;
    afterDuel: string;
    language: Language;
    decimalMark: '.' | ',';
  },
): Promise<string> {
  const { eventId, photoWord, afterDuel, language, ...words } = params;
  const rows = await listRanking(db, { eventId, photoWord });
  const missionOf = await readTags(db, { photos: rows, language });
  const mission = (photo: RankedPhoto) => missionOf(photo)?.text ?? '';
  const duel = (photo: RankedPhoto) => (photo.hasWonDuel ? afterDuel : '');
  const columns = {
    ...RANKING_COLUMNS,
    ...(rows.some(({ missionId }) => missionId !== null) && { mission }),
    ...(rows.some(({ hasWonDuel }) => hasWonDuel) && { duel }),
  } as CsvColumns<RankedPhoto, RankingColumn>;
  return csvTable(columns, rows, words);
}

type RankedPhoto = Awaited<ReturnType<typeof listRanking>>[number];

async function listRanking(db: Db, { eventId, photoWord }: Named) {
  const photos = await listTopPhotos(db, { eventId });
  const nameOf = createPhotoNamer({ count: photos.length, word: photoWord });
  return photos.map((photo) => ({ ...photo, name: nameOf({ ...photo, number: photo.place }) }));
}
