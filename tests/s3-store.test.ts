import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fileOf, newImageKey } from '~/services/storage/keys.server';
import { StorageOutage } from '~/services/storage/outage.server';
import { createS3Store, type S3Access } from '~/services/storage/s3.server';
import { IMAGE_VARIANTS } from '~/services/storage/store';
import { startS3Server, type S3Server } from './setup/s3-server';
import { freePort } from './setup/server';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterEach(() => {
  server.intercept = undefined;
});
afterAll(() => server.clean());

const files = {
  full: Buffer.from('f'),
  1080: Buffer.from('10'),
  720: Buffer.from('7'),
  320: Buffer.from('3'),
};
const store = (more?: Partial<S3Access>, options?: { limitMs?: number }) =>
  createS3Store(server.access(more), options);
const mayContinue = (token: string) =>
  `<IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken>`;

describe('a list', () => {
  it('contains everything below the prefix, and nothing else', async () => {
    const [here, there] = [store({ prefix: 'here/photos' }), store({ prefix: 'here/photos-2' })];
    const keys = [newImageKey(1), newImageKey(2), newImageKey(2)];
    for (const key of keys) await here.write(key, files);
    await there.write(newImageKey(3), files);
    const expected = keys.flatMap((key) => IMAGE_VARIANTS.map((variant) => fileOf(key, variant)));
    expect((await here.list()).sort()).toEqual(expected.sort());
  });

  it('continues over all pages', async () => {
    // s3rver cannot make the marker of a next page since OpenSSL has dropped DES.
    const pages: Record<string, string> = {
      '': '<Contents><Key>p/1/a.webp</Key></Contents>' + mayContinue('2+/='),
      '2+/=': '<Contents><Key>p/1/b.webp</Key></Contents>' + mayContinue('3&amp;'),
      '3&': '<Contents><Key>p/2/c.webp</Key></Contents><IsTruncated>false</IsTruncated>',
    };
    server.intercept = (request, response) => {
      const query = new URL(request.url ?? '', 'http://localhost').searchParams;
      expect([query.get('list-type'), query.get('prefix')]).toEqual(['2', 'p/']);
      response.end(pages[query.get('continuation-token') ?? '']);
    };
    expect(await store({ prefix: 'p' }).list()).toEqual(['1/a.webp', '1/b.webp', '2/c.webp']);
  });

  it('reads names as they are', async () => {
    server.intercept = (_request, response) =>
      response.end('<Contents><Key>a &amp; b&#39;s &#xe9;</Key></Contents>');
    expect(await store().list()).toEqual(["a & b's é"]);
  });

  it('that cannot be continued does not count as complete', async () => {
    server.intercept = (_request, response) =>
      response.end('<IsTruncated>true</IsTruncated><Key>1</Key>');
    await expect(store().list()).rejects.toThrow('a list without its rest');
  });
});

describe('an error', () => {
  it.each([
    ['a wrong secret', { secretAccessKey: 'wrong' }, 'PUT 403 SignatureDoesNotMatch'],
    ['a wrong key', { accessKeyId: 'wrong' }, 'PUT 403 InvalidAccessKeyId'],
    ['another region', { region: 'us-east-1' }, 'PUT 403 AuthorizationHeaderMalformed'],
    ['a bucket that is not there', { bucket: 'nowhere' }, 'PUT 404 NoSuchBucket'],
  ])('says what is wrong: %s', async (_name, more, reason) => {
    const failure = store(more).write(newImageKey(1), files);
    await expect(failure).rejects.toThrow(new StorageOutage(`s3 storage: ${reason}`));
  });

  it('reveals neither the keys nor where it came from', async () => {
    const { secretAccessKey, accessKeyId } = server.access();
    const wrong = store({ secretAccessKey: `${secretAccessKey}x` });
    const asks = [
      () => wrong.read(newImageKey(1), 'full'),
      () => wrong.list(),
      () => wrong.check(),
    ];
    for (const ask of asks) {
      const error = await ask().catch((reason: unknown) => reason as Error);
      expect(error).toMatchObject({ message: expect.stringContaining(' 403') });
      expect(error).not.toHaveProperty('cause');
      expect(String((error as Error).stack)).not.toContain(accessKeyId);
      expect(String((error as Error).stack)).not.toContain(secretAccessKey);
    }
  });

  it('names a server that is down', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`;
    await expect(store({ endpoint }).check()).rejects.toThrow('s3 storage: ECONNREFUSED');
    await expect(store({ endpoint }).read(newImageKey(1), 'full')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('a server', () => {
  it('that is busy is asked again', async () => {
    let refusals = 2;
    const key = newImageKey(1);
    server.intercept = (request, response) => {
      refusals -= 1;
      if (refusals === 0) server.intercept = undefined;
      request.resume();
      response.writeHead(503).end('<Code>SlowDown</Code>');
    };
    await store().write(key, files);
    expect(await store().read(key, 'full')).toEqual(new Uint8Array(files.full));
  });

  it('that stays busy fails with that', async () => {
    server.intercept = (request, response) => {
      request.resume();
      response.writeHead(503).end('<Code>SlowDown</Code>');
    };
    await expect(store().list()).rejects.toThrow('s3 storage: GET 503 SlowDown');
  });

  it('that is silent is not waited for', async () => {
    server.intercept = () => undefined;
    const hasty = store({}, { limitMs: 100 });
    const key = newImageKey(1);
    for (const asked of [hasty.write(key, files), hasty.read(key, 'full'), hasty.list()]) {
      await expect(asked).rejects.toThrow(/^s3 storage: .*(time|abort)/);
    }
  });

  it('is disconnected when it is given up', async () => {
    const closed = new Promise<void>((resolve) => {
      server.intercept = (request) => void once(request.socket, 'close').then(() => resolve());
    });
    // Long enough for the request to arrive on a busy machine.
    await expect(store({}, { limitMs: 3000 }).write(newImageKey(1), files)).rejects.toThrow();
    await closed;
  });

  it('that answers 404 for a missing file is believed', async () => {
    server.intercept = (_request, response) => response.writeHead(404).end();
    await expect(store().remove(newImageKey(1))).resolves.toBeUndefined();
  });
});
