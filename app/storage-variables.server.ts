import { z } from 'zod';
import type { StorageVariables } from '~/services/storage/index.server';
import { optional, url } from './env-fields.server';

/** The variables of storages. */
export const STORAGE_FIELDS = {
  S3_ENDPOINT: url(['http:', 'https:']),
  S3_BUCKET: optional.refine((value) => !value || /^[\w.-]{3,63}$/.test(value), {
    message: 'must be the name of a bucket',
  }),
  S3_REGION: z.string().trim().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  S3_PREFIX: optional
    .transform((value) => value?.replace(/^\/+|\/+$/g, ''))
    .refine((value) => !value || isFolder(value), { message: 'must be a folder such as photos' }),
};

type StorageEnv = { [Name in keyof typeof STORAGE_FIELDS]: z.infer<(typeof STORAGE_FIELDS)[Name]> };

/** What each storage needs, and what else says that it is meant. */
const STORAGES: { needs: (keyof StorageEnv)[]; more?: (keyof StorageEnv)[] }[] = [
  {
    needs: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    more: ['S3_PREFIX'],
  },
];

/** The first variable that is missing beside others of its storage, which would silently be ignored; else null. */
export function missingOfStorage(env: StorageEnv): { missing: string; given: string } | null {
  for (const { needs, more = [] } of STORAGES) {
    const given = [...needs, ...more].find((name) => env[name]);
    const missing = needs.find((name) => !env[name]);
    if (given && missing) return { missing, given };
  }
  return null;
}

/** What variables say about storages. */
export function storageVariables(env: StorageEnv & { DATA_DIR: string }): StorageVariables {
  return { dataDir: env.DATA_DIR, s3: s3Access(env) };
}

/** The bucket to keep files in, for operators who run several servers; undefined for the local disk. */
export function s3Access(env: StorageEnv) {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_PREFIX: prefix } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix };
}

function isFolder(path: string): boolean {
  return path.split('/').every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part));
}
