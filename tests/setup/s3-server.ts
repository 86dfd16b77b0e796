import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Access } from '~/services/storage/s3.server';
import { serve } from './file-server';

/** An S3 server on the loopback interface, with one bucket. */
export interface S3Server {
  /** How to reach it. */
  access(more?: Partial<S3Access>): S3Access;
  /** The secrets of the keys that it accepts, by their ids. */
  readonly keys: Map<string, string>;
  /** What it does from now on with correctly signed requests instead of answering them. */
  intercept: Parameters<typeof serve>[0] | undefined;
  /** Stops it and removes its files. */
  clean(): Promise<void>;
}

const BUCKET = 'party';
const REGION = 'eu-test-1';
const ACCESS_KEY_ID = 'an-access-key';
const SECRET_ACCESS_KEY = 'a/secret+key';

/**
 * Starts s3rver, which supports buckets, objects and lists but accepts every signature, so the signatures are
 * checked in front of it.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'snapodium-s3-'));
  const buckets = new S3rver({
    directory,
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  });
  await buckets.configureBuckets();
  // S3 has no folders. s3rver removes one with its last file, which may be when another file is just being
  // opened there. Nobody catches that error, and it ends the process.
  buckets.store.deleteObject = async (bucket, key) => {
    const parts = ['object', 'object.md5', 'metadata.json'];
    const paths = parts.map((part) => buckets.store.getResourcePath(bucket, key, part));
    await Promise.all(paths.map((path) => rm(path, { force: true })));
  };
  const answer = buckets.callback();
  const web = await serve((request, response) => {
    const refusal = refusalOf(request, server.keys);
    if (refusal) {
      const details = `<AWSAccessKeyId>${ACCESS_KEY_ID}</AWSAccessKeyId>`;
      response.writeHead(403, { 'Content-Type': 'application/xml' });
      response.end(`<Error><Code>${refusal}</Code>${details}</Error>`);
      return;
    }
    if (server.intercept) return void server.intercept(request, response);
    delete request.headers.authorization;
    answer(request, response);
  });
  const server: S3Server = {
    access: (more) => ({
      endpoint: web.origin,
      bucket: BUCKET,
      region: REGION,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET_ACCESS_KEY,
      ...more,
    }),
    keys: new Map([[ACCESS_KEY_ID, SECRET_ACCESS_KEY]]),
    intercept: undefined,
    clean: async () => {
      await web.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
  return server;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8}\/([\w-]+)\/s3\/aws4_request), SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/;
/** Headers without which a signature proves too little. */
const NEEDED_HEADERS = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/** The answer of S3 to a request whose key or signature (version 4) is wrong; null if both are right. */
function refusalOf(
  { method, url = '/', headers }: IncomingMessage,
  keys: ReadonlyMap<string, string>,
): string | null {
  const match = AUTHORIZATION.exec(headers.authorization ?? '');
  if (!match) return 'AccessDenied';
  const [, accessKeyId = '', scope = '', region, names = '', signature] = match;
  const secret = keys.get(accessKeyId);
  if (secret === undefined) return 'InvalidAccessKeyId';
  if (region !== REGION) return 'AuthorizationHeaderMalformed';
  const signed = names.split(';');
  if (NEEDED_HEADERS.some((name) => !signed.includes(name))) return 'AccessDenied';

  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const canonical = [
    method,
    pathname.split('/').map(decodeURIComponent).map(encode).join('/'),
    [...searchParams]
      .map((pair) => pair.map(encode).join('='))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, text).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Encodes according to RFC 3986, which is more than encodeURIComponent does. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
/** The variables that make a server store its photos in a bucket. */
export function s3Variables(access: S3Access): Record<string, string> {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix = '' } = access;
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: prefix,
  };
}
