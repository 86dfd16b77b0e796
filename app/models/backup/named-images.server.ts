import { z } from 'zod';
import { STORAGE_NAMES, type StorageName } from '~/services/storage/drivers.server';
import type { SettingsRow } from '../storage/choice.server';
import { tableOfPage } from './manifest';

/** An image that a row names. */
export interface NamedImage {
  storage: StorageName;
  key: string;
  /** When its row was created. */
  createdAt: Date;
}

/** The tables whose rows name images, and the beginning of the columns' names. */
const OWNERS: Record<string, string> = { photos: 'image', users: 'selfie', events: 'image' };

const isStorage = (name: unknown): name is StorageName =>
  STORAGE_NAMES.some((known) => known === name);

/** The images that the rows of a page name. */
export function imagesOfPage(page: { name: string; text: string }): NamedImage[] {
  const column = OWNERS[tableOfPage(page.name) ?? ''];
  if (!column) return [];
  return rowsOfPage(page).flatMap((row) => {
    const storage = row[`${column}_storage`];
    const key = row[`${column}_key`];
    if (!isStorage(storage) || typeof key !== 'string') return [];
    return [{ storage, key, createdAt: new Date(String(row.created_at)) }];
  });
}

const settingsSchema = z.object({
  ftp_storage_active: z.boolean(),
  ftp_host: z.string().nullish(),
  ftp_secure: z.boolean().nullish(),
  ftp_directory: z.string().nullish(),
  ftp_base_url: z.string().nullish(),
  ftp_credentials: z.string().nullish(),
  updated_at: z.string(),
});

/** The settings of the storages, if the page has them. */
export function settingsOfPage(page: { name: string; text: string }): SettingsRow | null {
  if (tableOfPage(page.name) !== 'storage_settings') return null;
  const row = settingsSchema.parse(rowsOfPage(page)[0]);
  return {
    id: 1,
    ftpStorageActive: row.ftp_storage_active,
    ftpHost: row.ftp_host ?? null,
    ftpSecure: row.ftp_secure ?? null,
    ftpDirectory: row.ftp_directory ?? null,
    ftpBaseUrl: row.ftp_base_url ?? null,
    ftpCredentials: row.ftp_credentials ?? null,
    updatedAt: new Date(row.updated_at),
  };
}

function rowsOfPage({ text }: { text: string }): Record<string, unknown>[] {
  const lines = text.trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
