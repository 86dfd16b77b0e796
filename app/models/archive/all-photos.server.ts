import { eq, sql } from 'drizzle-orm';
import type { Db } from '~db/client.server';
import { photos, users } from '~db/schema';
import type { Language } from '~/i18n/languages';
import type { StorageName } from '~/services/storage/drivers.server';
import { listMissions } from '../mission/read.server';
import { missionText } from '../mission/sets.server';
import { isVisibleIn } from '../photo/scope.server';
import { singleRow } from '../row.server';
import type { PackedImage } from './archive.server';
import { createFolderNamer, createPhotoNamer } from './file-name';

export type CaptionedImage = PackedImage & { caption: string | null };

/** An image with everything that its name is derived from. */
export interface NamedImage extends CaptionedImage {
  userName: string;
  position: number;
  /** Its mission in the reader's language. */
  mission: string | null;
}

type PhotoCells = [
  position: number,
  imageStorage: StorageName,
  imageKey: string,
  imageBytes: number,
  imageCrc: number | null,
  createdSeconds: number,
  userName: string,
  caption: string | null,
  missionId: number | null,
  late: boolean,
];

/**
 * Reads all visible photos of an event, by participant and slot, with names as in the zip: those of a mission in a
 * folder that is named after it, in the reader's language, and late ones in one of theirs (rule `files.zip`). Reading
 * rows as JSON takes a fraction of the time for a large event.
 * @param params.photoWord the reader's word for a photo
 * @param params.lateWord the reader's word for late photos
 * @returns `source`: the text that everything is derived from; `name` makes the images from it
 */
export async function readAllPhotos(
  db: Db,
  params: { eventId: number; photoWord: string; lateWord: string; language: Language },
): Promise<{ source: string; name: () => NamedImage[] }> {
  const { eventId, photoWord, lateWord, language } = params;
  const { userId, position, imageStorage, imageKey, imageBytes, imageCrc, createdAt } = photos;
  const cells = sql`json_build_array(${position}, ${imageStorage}, ${imageKey}, ${imageBytes},
    ${imageCrc}, floor(extract(epoch from ${createdAt})), ${users.name}, ${photos.caption},
    ${photos.missionId}, ${photos.late})`;
  const rows = await db
    .select({ json: sql<string | null>`json_agg(${cells} order by ${userId}, ${position})::text` })
    .from(photos)
    .innerJoin(users, eq(users.id, userId))
    .where(isVisibleIn({ eventId }));
  const json = singleRow(rows).json ?? '[]';
  const missions = await listMissions(db, { eventId });
  const texts = missions.map((row) => [row.id, missionText(row, language)] as const);
  return {
    source: JSON.stringify([photoWord, lateWord, texts, json]),
    name: () =>
      nameAllPhotos(JSON.parse(json) as PhotoCells[], { photoWord, lateWord, missions: texts }),
  };
}

function nameAllPhotos(
  rows: PhotoCells[],
  {
    photoWord: word,
    lateWord,
    missions,
  }: { photoWord: string; lateWord: string; missions: (readonly [id: number, text: string])[] },
): NamedImage[] {
  const folderOf = createFolderNamer();
  const lateFolder = folderOf(lateWord);
  const played = new Set(rows.map(([, , , , , , , , missionId]) => missionId));
  // A mission without photos has no folder, and takes no name from another mission.
  const withPhotos = missions.filter(([id]) => played.has(id));
  const known = new Map(withPhotos.map(([id, text]) => [id, { text, folder: folderOf(text) }]));
  const nameOf = createPhotoNamer({ count: rows.length, word });
  return rows.map((cells, index) => {
    const [position, imageStorage, imageKey, imageBytes, imageCrc, createdSeconds] = cells;
    const [, , , , , , userName, caption, missionId, late] = cells;
    const name = nameOf({ number: index + 1, userName, position, caption });
    const mission = missionId === null ? undefined : known.get(missionId);
    const folder = late ? lateFolder : mission?.folder;
    return {
      name: folder === undefined ? name : `${folder}/${name}`,
      imageStorage,
      imageKey,
      imageBytes,
      imageCrc,
      modifiedAt: new Date(createdSeconds * 1000),
      caption,
      userName,
      position,
      mission: mission?.text ?? null,
    };
  });
}
