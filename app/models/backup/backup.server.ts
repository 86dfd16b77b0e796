import { createHash } from 'node:crypto';
import { listMigrations } from '~db/level.server';
import { failureText } from '~/log.server';
import type { ArchiveWriter } from '~/services/backup/archive';
import type { StorageName } from '~/services/storage/drivers.server';
import { fileOf } from '~/services/storage/keys.server';
import { STORED_VARIANTS, type StoredVariant } from '~/services/storage/store';
import type { Storages } from '~/services/storage/storages.server';
import { VERSION } from '~/version.server';
import { listImages, type Files } from '../storage/check.server';
import { chooseFromRow } from '../storage/choice.server';
import { FORMAT, readManifest, writeManifest, type Manifest, type RowsFacts } from './manifest';
import { imagesOfPage, settingsOfPage, type NamedImage } from './named-images.server';
import type { OnPage } from './rows.server';
import { markOf, readSecrets, secretName } from './secrets.server';

/** What a backup needs. */
interface BackupDeps {
  /** Reads all rows of one moment. */
  readRows(onPage: OnPage): Promise<RowsFacts>;
  storage: Storages;
  writer: ArchiveWriter;
  env: { DATA_DIR: string; SESSION_SECRET: readonly [string, ...string[]] };
  /** The folder with this program's migrations. */
  migrations: string;
}

/** What became of it. */
export interface BackupReport {
  images: number;
  rows: number;
  /** Files written now, and those that an earlier backup already had. */
  written: number;
  kept: number;
  /** Bytes of all files. */
  bytes: number;
  /** Images whose full file is nowhere. */
  missing: NamedImage[];
  /** How many were deleted while the backup ran. */
  deleted: number;
  /** Storages that could not be read, and why. */
  silent: Map<StorageName, string>;
}

/** Reading files of a remote storage takes waiting, not work. */
const IMAGES_AT_ONCE = 4;

/**
 * Writes a backup: the rows of one moment, and then the files that they name. What comes later is left out. Memory
 * holds the names of files, a page of rows and a few images.
 * @throws BackupError, and the errors of storages, database and disk; the archive is then as it was before
 */
export async function makeBackup(deps: BackupDeps): Promise<BackupReport> {
  try {
    return await write(deps);
  } catch (error) {
    await deps.writer.abandon();
    throw error;
  }
}

async function write(deps: BackupDeps): Promise<BackupReport> {
  const { writer, storage, env } = deps;
  const files: Manifest['files'] = {};
  const add = async (name: string, bytes: Uint8Array, mtime = new Date()) => {
    await writer.add(name, bytes, mtime);
    files[name] = { bytes: bytes.byteLength, sha256: sha256(bytes) };
  };
  const images: NamedImage[] = [];
  const facts = await deps.readRows(async (page) => {
    await add(page.name, Buffer.from(page.text));
    images.push(...imagesOfPage(page));
    const settings = settingsOfPage(page);
    if (settings) chooseFromRow(deps, settings);
  });
  for (const { file, bytes } of await readSecrets(env.DATA_DIR)) {
    await add(secretName(file), bytes);
  }
  const earlier = writer.earlier ? readManifest(writer.earlier).files : {};
  let stores = await listStores(storage, images);
  const counts = { written: 0, kept: 0 };
  const lost: NamedImage[] = [];

  const readFrom = async (places: StorageName[], key: string, variant: StoredVariant) => {
    for (const place of places) {
      try {
        const bytes = await storage.read(place, key, variant);
        if (bytes) return bytes;
      } catch (error) {
        stores.silent.set(place, failureText(error));
      }
    }
    return null;
  };
  const take = async (image: NamedImage): Promise<Taken[] | null> => {
    const places = placesOf(image, stores.listed);
    const taken: Taken[] = [];
    for (const variant of STORED_VARIANTS) {
      const name = `media/${fileOf(image.key, variant)}`;
      const known = earlier[name];
      if (known && (await writer.has(name, known))) taken.push({ name, known });
      else {
        const bytes = await readFrom(places(variant), image.key, variant);
        if (bytes) taken.push({ name, bytes });
        else if (variant === 'full') return null;
      }
    }
    return taken;
  };
  const takeAll = async (some: NamedImage[]) => {
    for (let start = 0; start < some.length; start += IMAGES_AT_ONCE) {
      const part = some.slice(start, start + IMAGES_AT_ONCE);
      const found = await Promise.all(part.map(take));
      for (const [index, image] of part.entries()) {
        const taken = found[index];
        if (!taken) lost.push(image);
        for (const { name, known, bytes } of taken ?? []) {
          if (known) files[name] = known;
          else await add(name, bytes, image.createdAt);
          counts[known ? 'kept' : 'written'] += 1;
        }
      }
    }
  };
  await takeAll(images);
  // A file may have been moved since the lists were made, and an image deleted since the rows were read.
  if (lost.length > 0) {
    stores = await listStores(storage, images);
    await takeAll(lost.splice(0));
  }
  const missing = lost.length > 0 ? await stillNamed(deps, lost) : [];
  const deleted = lost.filter((image) => !missing.includes(image));

  const known = await listMigrations(deps.migrations);
  const manifest: Manifest = {
    snapodium: VERSION,
    format: FORMAT,
    migration: known.find(({ when }) => when === facts.level)?.tag ?? String(facts.level),
    ...facts,
    secretMarks: env.SESSION_SECRET.map(markOf),
    missing: missing.map(({ key }) => key),
    deleted: deleted.map(({ key }) => key),
    files,
  };
  await writer.finish(writeManifest(manifest), new Set(Object.keys(files)));
  const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    images: images.length,
    rows: sum(Object.values(facts.tables)),
    ...counts,
    bytes: sum(Object.values(files).map(({ bytes }) => bytes)),
    missing,
    deleted: deleted.length,
    silent: stores.silent,
  };
}

/** A file that an earlier backup has, or its bytes. */
type Taken =
  | { name: string; known: Manifest['files'][string]; bytes?: undefined }
  | { name: string; known?: undefined; bytes: Uint8Array };

type Listed = Map<StorageName, Files>;

/** Lists the files of each storage that can be read. */
async function listStores(storage: Storages, images: NamedImage[]) {
  const listed: Listed = new Map();
  const silent = new Map<StorageName, string>();
  const named = new Set(images.map((image) => image.storage));
  for (const name of new Set([...named, ...storage.reachable()])) {
    try {
      listed.set(name, (await listImages(storage, name)).files);
    } catch (error) {
      if (named.has(name)) silent.set(name, failureText(error));
    }
  }
  return { listed, silent };
}

/** Where a file of an image is: where its row says, or where it was moved. */
function placesOf({ storage, key }: NamedImage, listed: Listed) {
  const has = (name: StorageName, variant: StoredVariant) =>
    listed.get(name)?.get(key)?.has(variant);
  const names = [storage, ...[...listed.keys()].filter((name) => name !== storage)];
  return (variant: StoredVariant) => names.filter((name) => has(name, variant));
}

/** Those that rows still name. The others were deleted while the backup ran. */
async function stillNamed({ readRows }: BackupDeps, lost: NamedImage[]): Promise<NamedImage[]> {
  const keys = new Set<string>();
  await readRows(async (page) => {
    for (const { key } of imagesOfPage(page)) keys.add(key);
  });
  return lost.filter(({ key }) => keys.has(key));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
