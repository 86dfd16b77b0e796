import { z } from 'zod';
import { MANIFEST_START } from '~/services/backup/archive';

/** The version of the format. A program reads those that it knows. */
export const FORMAT = 1;

/** Why no backup or restore can be made, in one line for the operator. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

const count = z.number().int().min(0);

/** What the rows are, without the rows. */
export const factsSchema = z.object({
  /** The moment of the rows, and of the files. */
  madeAt: z.iso.datetime(),
  /** The `when` of the last migration. */
  level: count,
  /** How many rows each table has, each after those that it refers to. */
  tables: z.record(z.string(), count),
  /** The last number that each sequence gave, and whether it gave any. */
  sequences: z.record(z.string(), z.object({ last: z.string(), isCalled: z.boolean() })),
});

export type RowsFacts = z.infer<typeof factsSchema>;

const manifestSchema = factsSchema.extend({
  /** The program that made it. */
  snapodium: z.string(),
  format: z.literal(FORMAT),
  /** The program's name for the last migration. */
  migration: z.string(),
  /** Fingerprints of the secrets that rows may be sealed with. */
  secretMarks: z.array(z.string()),
  /** Keys of images whose files were missing. */
  missing: z.array(z.string()),
  /** Keys of images that were deleted while the backup ran; their files are not in it. */
  deleted: z.array(z.string()),
  files: z.record(z.string(), z.object({ bytes: count, sha256: z.string() })),
});

/** Everything that is known about a backup. It is written last. */
export type Manifest = z.infer<typeof manifestSchema>;

/** @returns text that begins with `MANIFEST_START` */
export function writeManifest({ snapodium, format, ...rest }: Manifest): string {
  return `${MANIFEST_START}${JSON.stringify(snapodium)},"format":${format},${JSON.stringify(rest).slice(1)}`;
}

/** @throws BackupError when it is from a newer program, or damaged */
export function readManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new BackupError('its manifest is damaged');
  }
  const head = z.object({ snapodium: z.string(), format: count }).safeParse(json);
  if (!head.success) throw new BackupError('the backup was not completed');
  if (head.data.format > FORMAT) {
    throw new BackupError(
      `Snapodium ${head.data.snapodium} made it in a format that this one does not know`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new BackupError('its manifest is damaged');
  return parsed.data;
}

const ROWS = /^rows\/[\w-]+\/\d+-(\w+)\.jsonl$/;

/** The name of a page of rows: pages sort in the order in which they are loaded. */
export function pageName(madeAt: Date, number: number, table: string): string {
  const folder = madeAt.toISOString().replace(/[:.]/g, '-');
  return `rows/${folder}/${String(number).padStart(6, '0')}-${table}.jsonl`;
}

/** The table that a page of rows belongs to; null for another file. */
export function tableOfPage(name: string): string | null {
  return ROWS.exec(name)?.[1] ?? null;
}
