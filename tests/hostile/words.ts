// Words for attacks: what rules, parsers and libraries have failed on somewhere.

/** Longer than any field accepts. */
export const LONG = 10_000;

/** Texts that a rule may fail on. */
// prettier-ignore
export const TEXTS = [
  '', ' ', '0', '-1', '1', '2147483647', '2147483648', '9007199254740992', '999999999999999',
  '1e400', 'NaN', 'Infinity', '1.5', '٣', '１', '0x10', '+1', 'null', 'undefined', 'true', 'on',
  'auto_generated', '__proto__', 'constructor', 'toString', '[object Object]', '\0', 'a\0b',
  '\ufeff', '\u202eevil', '\u2028', '\ud800', '漢字', '😀'.repeat(30), '%', '%00', '%2F', '%zz', '..',
  '.', '../../../etc/hostname', '\\', "' or 1=1 --", '";', '<script>alert(1)</script>', '${7*7}',
  '{{reason}}', '$t(common:language)', '\r\nSet-Cookie: evil=1', '\n', 'a\tb', '//evil.example',
  '/\\evil.example', '\\\\evil.example', 'https://evil.example/', '/.//evil.example',
  '/..//evil.example/', '/%2F/evil.example', '/\t/evil.example', '/\n/evil.example',
  '////evil.example', '/feed/..//evil.example', 'javascript:alert(1)', 'http:evil.example',
  '/%5Cevil.example', '/？x=漢#漢', '0000-01-01', '0000-01-01T00:00:00Z', '1969-12-31', '1970-01-01',
  '2026-02-30', '2026-11-21T00:00:00Z', '2999-12-31', '3000-01-01', '9999-12-31T23:59:59Z',
  '9999-12-31T23:59:59+99:99', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z',
  '2026-11-21T99:99', '2026-11-21T', 'a@b', 'a@example.com', '"a b"@example.com',
  `${'a'.repeat(250)}@example.com`, '漢@例.jp', 'all', 'platform', 'fr', 'en', 'a'.repeat(101),
  '漢'.repeat(101), 'a'.repeat(LONG), ' '.repeat(LONG), '\n'.repeat(LONG), '1'.repeat(LONG),
  '%00'.repeat(1000), 'a/'.repeat(2000),
];

/** Other servers are not part of this test, so values that name one lead to this machine. */
// prettier-ignore
export const ELSEWHERE: Record<string, string[]> = {
  ftpHost: [
    '', '127.0.0.1', '127.0.0.1:99999', '127.0.0.1:1:1', '[::1]:1', '[::1', 'ftp://127.0.0.1:1',
    'ftps://127.0.0.1:1', 'ftp://127.0.0.1:1/../x', '127.0.0.1:1\r\nQUIT', '\0', ' ', 'a b',
    '漢 漢', 'x'.repeat(300),
  ],
  ftpBaseUrl: [
    '', 'http://127.0.0.1:1', 'http://', 'javascript:alert(1)', 'http://127.0.0.1:1/\r\nx',
    'http://[::1', ' ', '\0', 'http://127.0.0.1:1/;img-src *',
    `http://127.0.0.1:1/${'x'.repeat(300)}`,
  ],
};

/** Pieces of a path, unchanged. */
// prettier-ignore
export const RAW_SEGMENTS = [
  '%', '%zz', '%00', '%2F', '%2e%2e', '%ff', '..', '.', '', ' ', '漢', ';', '?', '#', '*', ':x',
  '%0d%0aSet-Cookie:x', '\\', "'", '%25', '~', '__proto__',
].map((text) => text.replace(/[ ]/g, '%20'));

/** Names that some URL or Remix itself knows, and some that are unknown. */
// prettier-ignore
export const QUERY_NAMES = [
  'lang', 'next', 'userId', 'from', 'tab', 'part', 'with', 'before', 'status', 'q', 'sort', 'page',
  'show', 'limit', 'layout', 'event', 'organizer', 'unread', 'successorId', '_routes', '_data',
  'index', '__proto__', 'a[b]', 'a[]', '', '?', '&', '漢',
];

/** What may follow a query, unchanged. */
// prettier-ignore
export const QUERY_TAILS = [
  '', '', '', '', '&'.repeat(3000), '&a'.repeat(4000), '&a=%', '&%', '&=&=', '&lang=%ED%A0%80',
  '&next=%00', '&a=1;b=2', '&next=%2F%2Fevil.example', '&lang=en', '&index', '&_routes=root',
];

/** Names of fields that libraries interpret. */
// prettier-ignore
export const STRANGE_NAMES = [
  '__proto__', 'constructor', 'prototype', '__state__', '__intent__', 'toString', 'hasOwnProperty',
  'length', '', ' ', '[]', '[', ']', '.', '..', 'a.b.c', 'a[200000000]', 'name[200000000]',
  'name[4294967295]', 'name.length', 'name[]', 'name[__proto__]', '__proto__.polluted',
  'intent[0]', 'a.'.repeat(3000), 'a[0]'.repeat(3000), '\0', '漢', 'x'.repeat(5000), '_method',
];

/** Host names in a request, invalid and valid. */
// prettier-ignore
export const HOSTS = [
  '', 'a b', 'x@y', '[::1', '[::1]', '[::1]:80', 'evil.example', 'evil.example:99999',
  'evil.example:', ':80', '漢', '例.jp', 'a'.repeat(300), 'a/b', 'a?b', 'a#b', 'a\\b', 'a%20b', '%',
  '..', '.', '-', '_', '127.0.0.1:3000, evil.example', '1e1', '0x7f.1', '999.999.999.999', 'a..b',
  'xn--', 'xn--a', '[v1.a]', '[::ffff:1.2.3.4]', '[1:2]', 'user:pass@host', 'localhost', '\u0000',
  '<x>',
];

/** Values of headers, most of them in the wrong one. */
// prettier-ignore
export const VALUES = [
  '', ' ', '0', '漢', 'a'.repeat(8000), '*', '*/*', ',', ';', ';;;q=', '"', 'null', 'evil.example',
  'https://evil.example', 'http://127.0.0.1', 'application/json', 'text/html', 'bytes=0-',
  'bytes=-1', 'bytes=9-1,0-0', 'cross-site', 'same-origin', 'http', 'https', 'ftp', 'https,http',
  'javascript', '10.0.0.1', '::1', 'unknown', '256.1.1.1', '1.2.3.4:80', '"[::1]:80"', 'W/"x"',
  '"', 'fr-FR,fr;q=0.9', 'x-'.repeat(2000), '100-continue', 'gzip', 'br', 'gzip;q=0',
  'identity;q=0, *;q=0', 'h2c', 'close', 'keep-alive', 'trailers', 'Sun, 06 Nov 1994 08:49:37 GMT',
  '9999999999999999999', 'GET', 'DELETE', 'document', 'yes', '/admin', '../..',
];

/** Headers that a proxy may read. */
// prettier-ignore
export const HEADER_NAMES = [
  'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Port', 'X-Forwarded-For',
  'X-Forwarded-Prefix', 'Forwarded', 'X-Real-IP', 'Origin', 'Sec-Fetch-Site', 'Sec-Fetch-Mode',
  'Referer', 'Accept', 'Accept-Language', 'Accept-Encoding', 'If-None-Match', 'If-Modified-Since',
  'Range', 'If-Range', 'Expect', 'Upgrade', 'Connection', 'TE', 'Content-Encoding',
  'X-HTTP-Method-Override', 'X-Original-URL', 'X-Rewrite-URL', 'X-Remix-Response', 'X-Request-Id',
  'Purpose', 'Sec-Purpose', 'Authorization', 'User-Agent', 'Content-Length', 'Cookie', 'X-Strange',
];

/** Values of an unsigned cookie. */
// prettier-ignore
export const COOKIES = [
  'snapodium_session=', 'snapodium_session=garbage', 'snapodium_session=eyJ1c2VySWQiOjF9.',
  'snapodium_session=eyJ1c2VySWQiOjF9.AAAA', `snapodium_session=${'e'.repeat(8000)}`,
  'snapodium_session=%', 'snapodium_session=%00', 'snapodium_session=bnVsbA==.x',
  'snapodium_session=W10.x', 'preferred_language=../../etc', 'preferred_language=__proto__',
  'preferred_language=xx', 'preferred_language=漢', 'preferred_language=constructor', ';;;;', '=',
  '==;=', `${'a=b; '.repeat(1500)}`, '__proto__=1; constructor=2', 'snapodium_session', '\u0001',
  'a="',
];

/** The types that browsers and scripts send, and others. */
export const JSON_TYPES = ['application/json', 'application/json; charset=utf-8'];

export const FORM_TYPES = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded;charset=UTF-8',
];

// prettier-ignore
export const ODD_TYPES = [
  ...JSON_TYPES, ...FORM_TYPES, '', ' ', '/', ';', 'text/plain', 'application/xml',
  'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""',
  `multipart/form-data; boundary=${'b'.repeat(300)}`, 'multipart/form-data; boundary=漢',
  'multipart/mixed; boundary=b', 'multipart/form-data;boundary=b;boundary=c',
  'application/json; charset=utf-16', 'application/json; charset=x', 'Application/JSON',
  'application/json;;;', 'application/json, text/html', 'application/json\u0000', 'a'.repeat(5000),
  'application/x-www-form-urlencoded, multipart/form-data',
];

/** JSON values, as they are written. */
// prettier-ignore
export const JSON_PIECES = [
  'null', 'true', 'false', '0', '-0', '-1', '1', '1.5', '1e400', '-1e400', '1e-400',
  '9007199254740993', '123456789012345678901234567890', '""', '" "', '[]', '{}', '[1]', '[[]]',
  '["a"]', '[null]', '{"a":1}', '{"length":1}', '{"toString":1}', '{"__proto__":{"x":1}}',
  '"\\u0000"', '"\\ud800"', '"\\udc00\\ud800"', '"\\u202e"', '"a\\nb"', '"__proto__"',
  '"2026-11-21T00:00:00Z"', '"+275760-09-13T00:00:00Z"', '"9999-12-31T23:59:59Z"',
  `"${'a'.repeat(LONG)}"`, `[${'0,'.repeat(5000)}0]`, `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, `[${'"all",'.repeat(2000)}1]`,
];

/** Bodies that are not an object, or hardly one. */
// prettier-ignore
export const RAW_BODIES = [
  '', ' ', '\0', '{', '}', 'null', 'true', '1', '"x"', '[]', '{}', '{"a":1}x', '{a:1}',
  "{'a':1}", '\ufeff{}', '\ufeff', '{"":""}', '[[[', '['.repeat(60_000), '{"a":'.repeat(5000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`, `[${'0,'.repeat(60_000)}0]`,
  `"${'\\u0000'.repeat(20_000)}"`, 'a=b', '&'.repeat(120_000), '='.repeat(1000), '%', '%zz=%zz',
  'a=%ED%A0%80', `a${'&a'.repeat(50_000)}`, '--b--', '--b\r\n\r\n--b--',
  '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
  '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]><a>&b;</a>',
  'x'.repeat(127 * 1024), 'x'.repeat(129 * 1024),
].map((text) => Buffer.from(text));
RAW_BODIES.push(
  Buffer.from('{"name":"x"}', 'utf16le'),
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from([0xff, 0xff, 0x3d, 0xff]),
);

/** What may follow the fields of a form. */
// prettier-ignore
export const FORM_TAILS = [
  '', '', '', '', '', '', '&name=%', '&%=%', '&name=%ff%fe', '&name=%00', '&', '&&&&', '&=x',
  '&a[200000000]=1', `&${'a.'.repeat(3000)}=1`,
];

/** How a JSON body may begin. */
export const LEADS = [
  '',
  '',
  '',
  '',
  '',
  '',
  '',
  '\ufeff',
  ' '.repeat(1000),
  '/**/',
  '"__proto__":1',
];

/** Methods besides the known ones. CONNECT asks for a tunnel, and gets no answer. */
// prettier-ignore
export const STRANGE_METHODS = [
  'OPTIONS', 'TRACE', 'PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE', 'LOCK', 'UNLOCK', 'SEARCH',
  'PURGE', 'LINK', 'REPORT', 'SUBSCRIBE', 'QUERY', 'M-SEARCH', 'BIND', 'ACL', 'HEAD', 'PUT',
  'DELETE',
];

/** What may follow the name of a part that is a file. */
export const FILE_LINES = [
  '; filename="a.jpg"',
  '; filename=""',
  '; filename="../../../x.jpg"',
  '; filename="C:\\x\\y.jpg"',
  '; filename="a.jpg\\0.exe"',
  `; filename="${'x'.repeat(4000)}.jpg"`,
  "; filename*=UTF-8''%e2%82%ac%",
  '; filename="漢\u202egpj.exe"',
  '; filename="a"; filename="b"',
  '; filename="a.jpg"\r\nContent-Type: image/jpeg',
  '; filename="a.svg"\r\nContent-Type: image/svg+xml',
  '; filename="a"\r\nContent-Type: multipart/mixed; boundary=c',
  '; filename="a.jpg"\r\nContent-Transfer-Encoding: base64',
  '; filename="a.jpg"\r\nContent-Type:',
  `; filename="a"\r\n${'X: y\r\n'.repeat(1000)}X: y`,
];
