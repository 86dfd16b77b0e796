import { describe, expect, it } from 'vitest';
import { markAnswer } from './revalidation.server';

const ADDRESS = 'http://localhost/api/photos';

/** The response to a client that holds these ETags; 200 means the full response. */
function ask(
  noneMatch: string | null,
  { isWeak = false, source = '[1,2]' }: { isWeak?: boolean; source?: string } = {},
) {
  const request = new Request(ADDRESS, {
    headers: noneMatch === null ? {} : { 'If-None-Match': noneMatch, 'Cache-Control': 'no-cache' },
  });
  const headers = new Headers({ 'Cache-Control': 'private, no-cache' });
  const answer = markAnswer(request, headers, { source, isWeak });
  return { status: answer?.status ?? 200, etag: headers.get('ETag') ?? '', answer };
}

const [strong, weak] = [ask(null).etag, ask(null, { isWeak: true }).etag];

describe('revalidation of a response', () => {
  it('the ETag depends on the source', () => {
    expect(strong).toMatch(/^"[^"]+"$/);
    expect(weak).toBe(`W/${strong}`);
    expect(ask(null, { source: '[1,2,3]' }).etag).not.toBe(strong);
  });

  it('the response is sent without a condition or with another ETag', () => {
    expect(ask(null).status).toBe(200);
    expect(ask('"other"').status).toBe(200);
    expect(ask(`${strong.slice(0, -1)}x"`).status).toBe(200);
    expect(ask(strong.slice(1, -1)).status).toBe(200);
    expect(ask('').status).toBe(200);
  });

  it('304 for weak and strong ETags alike', () => {
    for (const held of [strong, weak]) {
      for (const isWeak of [false, true]) expect(ask(held, { isWeak }).status).toBe(304);
    }
  });

  it('finds the ETag in a list, and a star matches all', () => {
    expect(ask(`"other", ${weak}`).status).toBe(304);
    expect(ask(`"a","b" ,${strong},"c"`).status).toBe(304);
    expect(ask('"a", "b"').status).toBe(200);
    expect(ask('*').status).toBe(304);
  });

  it('the 304 carries the headers', () => {
    const { answer, etag } = ask(strong);
    expect(answer?.body).toBeNull();
    expect(answer?.headers.get('ETag')).toBe(etag);
    expect(answer?.headers.get('Cache-Control')).toBe('private, no-cache');
  });
});
