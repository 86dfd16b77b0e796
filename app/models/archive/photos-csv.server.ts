import type { Db } from '~db/client.server';
import { csvTable, type CsvColumns } from '~/services/csv.server';
import { readAllPhotos, type NamedImage } from './all-photos.server';

/** The columns; their headings are below `csv` in the namespace `download`. */
const COLUMNS = {
  name: (photo: NamedImage) => photo.userName,
  slot: (photo: NamedImage) => photo.position,
  caption: (photo: NamedImage) => photo.caption ?? '',
  mission: (photo: NamedImage) => photo.mission ?? '',
  uploaded: (photo: NamedImage) => photo.modifiedAt.toISOString(),
  file: (photo: NamedImage) => photo.name,
} satisfies CsvColumns<NamedImage>;

/** The photos in the zip of all photos as CSV, in their order there and with their names (rule `files.photos-csv`). */
export async function photosCsv(
  db: Db,
  {
    heading,
    decimalMark,
    ...words
  }: Parameters<typeof readAllPhotos>[1] & {
    heading: (column: keyof typeof COLUMNS) => string;
    decimalMark: '.' | ',';
  },
): Promise<string> {
  const photos = (await readAllPhotos(db, words)).name();
  return csvTable(COLUMNS, photos, { heading, decimalMark });
}
