import fc, { type Arbitrary } from 'fast-check';
import { header, mostly, oneLine } from './inputs';
import { HOSTS } from './words';
import type { Sent } from './wire';

// prettier-ignore
const METHODS = [
  'GET', 'GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'get', 'PRI',
  'FOO', 'PROPFIND', '', 'G ET', 'GET\t', '漢',
];

/** Changes of a path in a request line. */
const TURNS: ((one: string) => string)[] = [
  (one) => `http://127.0.0.1${one}`,
  (one) => `http://evil.example${one}`,
  (one) => `http://evil.example${one}?lang=en`,
  (one) => `https://user:pass@evil.example:99999${one}`,
  (one) => `//evil.example${one}?lang=en`,
  (one) => `/.//evil.example${one}?lang=en`,
  (one) => `/..//evil.example${one}?lang=en`,
  (one) => `/\\evil.example${one}?lang=en`,
  (one) => `/%09/evil.example${one}?lang=en`,
  (one) => `///evil.example${one}?lang=fr`,
  (one) => `/${one}?lang=de`,
  (one) => `${one}?lang=en&next=//evil.example`,
  (one) => `${one}#x`,
  (one) => `http://[::1${one}`,
  (one) => `http:${one}`,
  (one) => `http://${one}`,
  (one) => `ftp://x${one}`,
  (one) => `file://${one}`,
  (one) => `javascript:${one}`,
  (one) => one.slice(1),
  (one) => `?${one}`,
  (one) => `${one}?lang=en?lang=fr`,
  (one) => `${one}%`,
  (one) => `${one}/%E0%A4%A`,
  (one) => `${one}\u0001`,
  (one) => `${one}漢`,
  (one) => `${one}\x7f`,
  (one) => `${one}\ufffd`,
  (one) => `${one}\t`,
  (one) => `${one}?${'漢'.repeat(1000)}`,
  (one) => one + '/a'.repeat(3000),
  (one) => one + '/..'.repeat(3000),
  (one) => one + '/'.repeat(5000),
  (one) => `${one}?${'x'.repeat(20_000)}`,
];

/** Complete request lines. */
// prettier-ignore
const PLACES = [
  '*', '', '/', '//', '///', '.', '..', '/..', '/.', '%', '/%', '/%2e%2e/', '/%00', '\\', '/\\',
  'http://', 'http:///', 'http://?', 'a b', '/ /', '\u0000', '/assets/',
  '/assets/..%2f..%2fserver.js', '/assets/../../server.js', '/../server.js', '/..%5cserver.js',
  '/.data', '/_root.data', '/_root.data?lang=en', '//_root.data', '/__manifest', '/favicon.svg',
  '/favicon.svg/', '/index.html', '/.well-known/x', '/assets/x.js.br', '/sw.js', '/.env',
  '/stamp',
];

/** Lines that are hardly a header. */
// prettier-ignore
const LINES: [string, string][] = [
  ['', ''], [' X', 'y'], ['X y', 'z'], ['X\u0001', 'y'], ['X', 'a\u0000b'], ['X', 'a\rb'],
  ['X', 'a\nb'], ['X', 'a\r\n folded'], ['漢', 'x'], ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'chunked, chunked'], ['Transfer-Encoding', 'xchunked'],
  ['Transfer-Encoding', 'gzip, chunked'], ['Content-Length', '1'], ['Content-Length', '-1'],
  ['Content-Length', '0x5'], ['Content-Length', '5, 5'],
  ['Content-Length', '99999999999999999999'], ['Content-Length', ''], ['Host', 'evil.example'],
  ['Upgrade', 'websocket'], ['Expect', 'x'], ['Expect', '100-continue'],
  ['Connection', 'upgrade'], ['Trailer', 'X'], ['X'.repeat(20_000), 'y'],
];

/**
 * Requests that no library writes: odd request lines, lines that are not headers, bytes that are not text.
 */
export function oddRequests(patterns: string[]): Arbitrary<Omit<Sent, 'isChunked'>> {
  const path = fc.constantFrom(...patterns, '/feed', '/auth', '/healthz', '/');
  const target = mostly(
    [2, path],
    [3, fc.tuple(path, fc.constantFrom(...TURNS)).map(([one, make]) => make(one))],
    [1, fc.constantFrom(...PLACES)],
    [1, fc.string({ unit: 'binary-ascii', maxLength: 40 }).map((text) => `/${oneLine(text)}`)],
  );
  const version = mostly(
    [8, fc.constant('1.1')],
    [1, fc.constantFrom('1.0', '0.9', '2.0', '1.2', '9.9', '', '1', '-1.1', 'x')],
  );
  const line = fc.oneof(header, fc.constantFrom(...LINES));
  const body = fc.constantFrom<Buffer | null>(
    null,
    null,
    null,
    Buffer.from('0\r\n\r\n'),
    Buffer.from('zz\r\n'),
    Buffer.from('ffffffffffffffff\r\nx'),
    Buffer.from('5\r\nhello\r\n0\r\nX: y\r\n\r\n'),
    Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
    Buffer.alloc(100),
  );
  return fc
    .record({
      method: fc.constantFrom(...METHODS),
      target,
      version,
      hosts: mostly(
        [4, fc.constant<string[]>(['127.0.0.1'])],
        [3, fc.constantFrom(...HOSTS).map((host) => [host])],
        [1, fc.constantFrom<string[]>([], ['a', 'b'], ['127.0.0.1', '127.0.0.1'])],
      ),
      lines: fc.array(line, { maxLength: 2 }),
      body,
    })
    .map(({ hosts, lines, ...rest }) => ({
      ...rest,
      headers: [...hosts.map((host) => ['Host', host] as [string, string]), ...lines],
      // If a body is announced, the server may wait for more of it.
      cutAt: rest.body || lines.some(([name]) => /length|encoding/i.test(name)) ? 1e6 : undefined,
    }));
}
