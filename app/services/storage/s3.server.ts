import { AwsClient } from 'aws4fetch';
import type { Driver } from 'unstorage';
import s3Driver from 'unstorage/drivers/s3';
import { createDriverStore } from './driver-store.server';
import { StorageOutage } from './outage.server';
import type { FileStore } from './store';

/** A bucket of Amazon S3 or a compatible service, addressed by path. */
export interface S3Access {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The prefix of all keys, without slashes around it, for a shared bucket. */
  prefix?: string;
}

const LIMIT_MS = 20_000;
/** How often a busy server is asked again, a little later each time. */
const RETRIES = 2;

/**
 * Files in an S3 bucket, for several servers without a shared disk: `<prefix>/<eventId>/<random>.webp`. The
 * access key needs the right to list the bucket, or missing files look forbidden.
 * @param options.limitMs the limit for one request
 */
export function createS3Store(access: S3Access, { limitMs = LIMIT_MS } = {}): FileStore {
  const { endpoint, bucket, prefix, ...credentials } = access;
  const root = [bucket, prefix].filter(Boolean).join('/');
  const own = s3Driver({ ...credentials, endpoint, bucket: root });
  const client = new AwsClient({ ...credentials, service: 's3', retries: RETRIES });

  /** Sends a request with a time limit. Errors contain only status and code, no keys or signatures. */
  async function ask<T>(work: Promise<T> | T): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), limitMs);
    });
    try {
      return await Promise.race([work, timeout]);
    } catch (error) {
      throw new StorageOutage(`s3 storage: ${reasonOf(error)}`);
    } finally {
      clearTimeout(timer);
    }
  }

  async function send(method: string, path: string, body?: BodyInit): Promise<string> {
    const url = `${endpoint.replace(/\/+$/, '')}/${path}`;
    const signal = AbortSignal.timeout(limitMs);
    const response = await client.fetch(url, { method, body, signal });
    const text = await response.text();
    if (!response.ok) throw new Error(`[${method}] ${url}: ${response.status} ${text}`);
    return text;
  }

  const has = (key: string) => ask(own.hasItem(key, {}));
  const driver: Driver = {
    name: 's3',
    hasItem: has,
    getItem: (key) => ask(own.getItem(key)),
    getItemRaw: (key) => ask(own.getItemRaw?.(key, {})),
    // unstorage's own PUT reports success for a bucket that does not exist.
    setItemRaw: async (key, value: BodyInit) => {
      await ask(send('PUT', `${root}/${key.replaceAll(':', '/')}`, value));
    },
    async removeItem(key) {
      try {
        await ask(own.removeItem?.(key, {}));
      } catch (error) {
        // Some servers reply 404 for a file that is already gone.
        if (await has(key)) throw error;
      }
    },
    // unstorage's own list ends after a thousand keys and ignores the prefix.
    getKeys: (base = '') => ask(listAll(base.replaceAll(':', '/'))),
  };

  /** @param base the folder to list, with a trailing slash; empty for all */
  async function listAll(base: string): Promise<string[]> {
    const root = prefix ? `${prefix}/` : '';
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix: root + base,
        ...(token && { 'continuation-token': token }),
      });
      const page = await send('GET', `${bucket}?${query}`);
      for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
        keys.push(unescapeXml(key).slice(root.length));
      }
      const next = /<NextContinuationToken>([^<]+)</.exec(page)?.[1];
      if (/<IsTruncated>true</.test(page) && (!next || next === token)) {
        throw new Error('a list without its rest');
      }
      token = next && unescapeXml(next);
    } while (token);
    return keys;
  }

  return createDriverStore('s3', driver, { isFar: true });
}

/**
 * Method, status and S3's own code. The rest of a response may contain keys and signatures. With fetch, only the
 * error's cause says what happened.
 */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const [, method, status] = /\[([A-Z]+)\] \S+: (\d{3})\b/.exec(message) ?? [];
  if (!status) return cause?.code ?? cause?.message ?? message;
  const code = /<Code>(\w+)<\/Code>/.exec(message)?.[1];
  return [method, status, code].filter(Boolean).join(' ');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal));
  });
}
