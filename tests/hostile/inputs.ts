import fc, { type Arbitrary } from 'fast-check';
import { pictures } from './pictures';
import type { Target } from './routes';
import { ACTORS, fittingValues, type Actor, type World } from './world';
import type { Sent } from './wire';
import {
  COOKIES,
  ELSEWHERE,
  FILE_LINES,
  FORM_TAILS,
  FORM_TYPES,
  HEADER_NAMES,
  HOSTS,
  JSON_PIECES,
  JSON_TYPES,
  LEADS,
  ODD_TYPES,
  QUERY_NAMES,
  QUERY_TAILS,
  RAW_BODIES,
  RAW_SEGMENTS,
  STRANGE_METHODS,
  STRANGE_NAMES,
  TEXTS,
  VALUES,
} from './words';

// The inputs of attacks. An attack is a plan: valid values in it are names of things, and which rows they
// mean is decided when it is sent. So a plan that is shrunk still means the current party.

/** A text, or the index of a valid value of the field. */
type Choice = string | number;

/** A request that does not know its party yet. */
export interface Attack {
  actor: Actor;
  method: string;
  pattern: string;
  params: Choice[];
  twist: (path: string) => string;
  query: [name: string, value: Choice][];
  /** Appended to the query unchanged. */
  tail: string;
  body: BodyPlan;
  headers: [name: string, value: string][];
  /** How often it is sent at the same moment. */
  times: number;
}

type BodyPlan =
  | { kind: 'none' }
  | { kind: 'raw'; type: string[]; bytes: Buffer }
  | { kind: 'json'; type: string[]; entries: [name: string, json: Choice][]; lead: string }
  | { kind: 'form'; type: string[]; entries: [name: string, value: Choice][]; tail: string }
  | {
      kind: 'multipart';
      type: string[];
      parts: Part[];
      end: string;
      cut: number;
      isChunked: boolean;
      length: Lie;
    };

type Lie = 'true' | 'too short' | 'too long' | 'gone';

interface Part {
  name: string;
  /** Another header line, with a file name or without. */
  more: string;
  content: Choice | Buffer;
}

/** One of several, as often as its weight says. */
export function mostly<T>(...some: [weight: number, arbitrary: Arbitrary<T>][]): Arbitrary<T> {
  return fc.oneof(...some.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Texts that a rule may fail on. */
const hostileText: Arbitrary<string> = mostly(
  [6, fc.constantFrom(...TEXTS)],
  [1, fc.string({ maxLength: 30 })],
  [1, fc.string({ unit: 'binary', maxLength: 30 })],
  [1, fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String)],
  [1, fc.double().map(String)],
);

const fitting: Arbitrary<Choice> = fc.nat(5);
/** Mostly valid values, so that code behind the first checks is reached. */
const choice: Arbitrary<Choice> = mostly([3, fitting], [2, hostileText]);

function textOf(world: World, actor: Actor, name: string, value: Choice): string {
  if (typeof value === 'string') {
    const safe = Object.hasOwn(ELSEWHERE, name) ? ELSEWHERE[name] : undefined;
    return safe ? (safe[value.length % safe.length] ?? '') : value;
  }
  const fit = fittingValues(world, actor, name);
  return fit[value % fit.length] ?? '';
}

/** Replaces lone surrogates, which UTF-8 cannot encode. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** Encodes like a form, but lets lone surrogates pass as bytes that nobody should send. */
function encode(text: string): string {
  return encodeURIComponent(wellFormed(text)).replaceAll('%EF%BF%BD', '%ED%A0%80');
}

// -- the URL

const twists: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `${path.replace(/\/?$/, '')}.data`,
  (path) => `${path.replace(/\/?$/, '')}.data`,
  (path) => `${path.replace(/\/?$/, '')}.data/`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/\//g, '//'),
  (path) => path.replace(/\//g, '/./'),
  (path) => `/x/..${path}`,
  (path) => path.replace(/.$/, (char) => `%${char.charCodeAt(0).toString(16)}`),
  (path) => `${path};x=1`,
  (path) => path.replace(/\//g, '\\'),
  (path) => `/.//${path}`,
];
const twist = mostly(
  [5, fc.constant(twists[0] as (path: string) => string)],
  [3, fc.constantFrom(...twists)],
);

const param: Arbitrary<Choice> = mostly(
  [5, fitting],
  [3, hostileText.map((text) => encode(text.slice(0, 3000)))],
  [1, fc.constantFrom(...RAW_SEGMENTS)],
);

function query(names: string[]): Arbitrary<[string, Choice][]> {
  const name = mostly(
    [3, fc.constantFrom(...(names.length > 0 ? names : ['next']))],
    [2, fc.constantFrom(...QUERY_NAMES)],
  );
  return mostly([3, fc.constant([])], [4, fc.array(fc.tuple(name, choice), { maxLength: 4 })]);
}

// -- headers

/** Without characters that would end the line, which the tests that write lines themselves cover. */
export const oneLine = (text: string) => text.replace(/[\r\n]/g, '');

/** A header, mostly a wrong one. */
export const header: Arbitrary<[string, string]> = mostly(
  [3, fc.tuple(fc.constantFrom(...HEADER_NAMES), fc.constantFrom(...VALUES))],
  [
    1,
    fc.tuple(
      fc.constantFrom(...HEADER_NAMES),
      hostileText.map((text) => oneLine(wellFormed(text))),
    ),
  ],
  [1, fc.tuple(fc.constant('Cookie'), fc.constantFrom(...COOKIES))],
  [1, fc.tuple(fc.constantFrom('Host', 'X-Forwarded-Host'), fc.constantFrom(...HOSTS))],
);

const headers: Arbitrary<[string, string][]> = mostly(
  [6, fc.constant([])],
  [1, fc.constant([['Accept', 'application/json']] as [string, string][])],
  [2, fc.array(header, { maxLength: 3 })],
);

// -- bodies

function types(...usual: string[]): Arbitrary<string[]> {
  return mostly(
    [8, fc.constantFrom(...usual).map((type) => [type])],
    [1, fc.constantFrom(...ODD_TYPES).map((type) => [type])],
    [
      1,
      fc.constantFrom<string[]>([], [usual[0] ?? '', 'text/plain'], ['text/plain', usual[0] ?? '']),
    ],
  );
}

function entries(fields: string[], value: Arbitrary<Choice>): Arbitrary<[string, Choice][]> {
  const known = fc.tuple(
    ...fields.map((name) =>
      mostly([12, value.map((one) => [name, one] as [string, Choice])], [1, fc.constant(null)]),
    ),
  );
  const strange = fc.array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(...STRANGE_NAMES),
        fc.constantFrom(...(fields.length > 0 ? fields : ['name'])),
      ),
      value,
    ),
    { maxLength: 3 },
  );
  return mostly(
    // One wrong field with everything else right gets furthest.
    [
      3,
      fc
        .tuple(fc.nat(Math.max(0, fields.length - 1)), value, fitting)
        .map(([at, wrong, fit]) =>
          fields.map((name, index) => [name, index === at ? wrong : fit] as [string, Choice]),
        ),
    ],
    [
      3,
      fc
        .tuple(known, strange, fc.boolean())
        .map(([some, more, isOdd]) => [
          ...some.filter((entry) => entry !== null),
          ...(isOdd ? more : []),
        ]),
    ],
    [
      1,
      fc.constantFrom<[string, Choice][]>(
        Array.from({ length: 10_000 }, (_, index) => [`f${index}`, 'x']),
        Array.from({ length: 5000 }, () => [fields[0] ?? 'name', 'x']),
        [],
      ),
    ],
  );
}

function textBody(fields: string[], intents: string[]): Arbitrary<BodyPlan> {
  const jsonValue: Arbitrary<Choice> = mostly(
    [3, fitting],
    [3, fc.constantFrom(...JSON_PIECES)],
    [1, hostileText.map((text) => JSON.stringify(text))],
  );
  const json = fc.record({
    kind: fc.constant('json' as const),
    type: types(...JSON_TYPES),
    entries: entries(fields, jsonValue),
    lead: fc.constantFrom(...LEADS),
  });
  const intent = fc.constantFrom(...intents);
  const form = fc.record({
    kind: fc.constant('form' as const),
    type: types(...FORM_TYPES),
    entries: fc
      .tuple(entries(fields, choice), fc.option(intent, { freq: 4 }))
      .map(([all, one]) =>
        one
          ? ([
              ...(fields.includes('intent') ? all.filter(([name]) => name !== 'intent') : all),
              ['intent', one],
            ] as [string, Choice][])
          : all,
      ),
    tail: fc.constantFrom(...FORM_TAILS),
  });
  const raw = fc.record({
    kind: fc.constant('raw' as const),
    type: types(...JSON_TYPES, ...FORM_TYPES, 'multipart/form-data; boundary=b', 'text/plain'),
    bytes: mostly(
      [5, fc.constantFrom(...RAW_BODIES)],
      [1, fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))],
    ),
  });
  return mostly(
    [5, json],
    [5, form],
    [2, raw],
    [1, fc.constant({ kind: 'none' as const })],
    [1, multipart(fields, fields)],
  );
}

/** @param fileNames names of the parts with files */
function multipart(fields: string[], fileNames: string[]): Arbitrary<BodyPlan> {
  const fileMore = fc.constantFrom(...FILE_LINES);
  const name = fc.constantFrom(...fileNames, 'image', 'image');
  const file: Arbitrary<Part> = fc.record({
    name,
    more: fileMore,
    content: fc.constantFrom(...pictures),
  });
  const field: Arbitrary<Part> = fc.record({
    name: mostly(
      [4, fc.constantFrom(...(fields.length > 0 ? fields : ['data']))],
      [1, fc.constantFrom(...STRANGE_NAMES)],
    ),
    more: fc.constantFrom(
      '',
      '',
      '',
      '\r\nContent-Type: text/plain; charset=utf-16',
      '\r\nContent-Transfer-Encoding: quoted-printable',
    ),
    content: choice,
  });
  const usual = fc
    .tuple(
      fc.tuple(
        ...fields.map((one) =>
          fitting.map((content) => ({ name: one, more: '', content }) as Part),
        ),
      ),
      file,
    )
    .map(([all, one]) => [...all, one]);
  const parts = mostly(
    [3, usual],
    [2, fc.array(fc.oneof(file, field), { maxLength: 5 })],
    [
      1,
      fc.constantFrom<Part[]>(
        [],
        Array.from({ length: 500 }, () => ({ name: 'data', more: '', content: 'x' })),
        [{ name: 'data', more: '', content: 'x'.repeat(100_000) }],
      ),
    ],
  );
  return fc.record({
    kind: fc.constant('multipart' as const),
    type: mostly(
      [9, fc.constant<string[]>(['multipart/form-data; boundary=b'])],
      [
        1,
        types(
          'multipart/form-data; boundary="b"',
          'Multipart/Form-Data; Boundary=b',
          'multipart/form-data; boundary=c',
          'multipart/form-data',
        ),
      ],
    ),
    parts,
    end: fc.constantFrom(
      '--b--\r\n',
      '--b--\r\n',
      '--b--\r\n',
      '--b--\r\n',
      '',
      '--b',
      '--b\r\n',
      '--c--\r\n',
      '--b--\r\n--b--\r\n',
      `--b--\r\n${'x'.repeat(1000)}`,
    ),
    // A share of it in percent; 100 is all.
    cut: mostly([5, fc.constant(100)], [1, fc.integer({ min: 0, max: 99 })]),
    isChunked: mostly([4, fc.constant(false)], [1, fc.constant(true)]),
    length: mostly(
      [12, fc.constant('true' as Lie)],
      [1, fc.constantFrom<Lie>('too short', 'too long', 'gone')],
    ),
  });
}

// -- attacks

/** The ways to attack a URL. */
export type Weapon = 'reading' | 'writing' | 'uploading' | 'method';

/** Attacks on one URL. */
export function attacksOn(target: Target, weapon: Weapon, intents: string[]): Arbitrary<Attack> {
  const fields = target.fields;
  const methods = {
    reading: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD'),
    writing: fc.constantFrom('POST', 'POST', 'POST', 'POST', 'PATCH', 'PATCH', 'DELETE', 'PUT'),
    uploading: fc.constant('POST'),
    method: fc.constantFrom(...STRANGE_METHODS),
  };
  const bodies: Record<Weapon, Arbitrary<BodyPlan>> = {
    reading: mostly([20, fc.constant({ kind: 'none' as const })], [1, textBody(fields, intents)]),
    writing: textBody(fields, intents),
    uploading: multipart(fields, ['image', 'image', 'image', 'photo', 'data']),
    method: fc.oneof(fc.constant({ kind: 'none' as const }), textBody(fields, intents)),
  };
  return fc.record({
    actor: fc.constantFrom(...ACTORS),
    method: methods[weapon],
    pattern: fc.constant(target.pattern),
    params: fc.tuple(param, param),
    twist,
    query: query(target.queries),
    tail: fc.constantFrom(...QUERY_TAILS),
    body: bodies[weapon],
    headers,
    times: weapon === 'writing' ? fc.constantFrom(1, 1, 1, 1, 1, 3) : fc.constant(1),
  });
}

let senders = 0;
/** Each request has another IP address, or the throttle would answer most of them. */
function nextAddress(): string {
  senders += 1;
  return `10.${(senders >> 16) & 255}.${(senders >> 8) & 255}.${senders & 255}`;
}

/** The bytes of an attack, for the current party. */
export function arm(attack: Attack, world: World, host: string): Sent {
  const { actor, method, pattern, params, query: asked, tail, headers: more } = attack;
  const left = [...params];
  const path = pattern
    .split('/')
    .map((segment) => {
      const name = /^:(\w+)\??$/.exec(segment)?.[1] ?? (segment === '*' ? 'splat' : null);
      if (!name) return segment;
      const value = left.shift() ?? 0;
      return typeof value === 'string' ? value : encode(textOf(world, actor, name, value));
    })
    .join('/');
  const search = asked.map(
    ([name, value]) =>
      `${encode(name)}=${encode(textOf(world, actor, name, value).slice(0, 4000))}`,
  );
  const question = search.length > 0 || tail ? `?${search.join('&')}${tail}` : '';
  const sent: Sent = {
    method,
    target: attack.twist(path || '/').replace(/[\0-\x20]/g, encode) + question,
    version: '1.1',
    headers: headersOf(attack, world, host),
    body: null,
  };
  const named = new Set(more.map(([name]) => name.toLowerCase()));
  giveBody(sent, attack, world);
  // The server would wait for the rest of a body whose length is wrong.
  if (named.has('content-length') && sent.body) sent.cutAt = sent.body.length;
  return sent;
}

function headersOf(
  { actor, headers: more, body }: Attack,
  world: World,
  host: string,
): Sent['headers'] {
  const named = new Set(more.map(([name]) => name.toLowerCase()));
  const usual: Sent['headers'] = [
    ['Host', host],
    ['X-Forwarded-For', nextAddress()],
  ];
  const cookie = world.clients[actor].cookies.header();
  if (cookie) usual.push(['Cookie', cookie]);
  const all = [...usual.filter(([name]) => !named.has(name.toLowerCase())), ...more];
  if (body.kind !== 'none')
    all.push(...body.type.map((type) => ['Content-Type', oneLine(type)] as [string, string]));
  return all;
}

function giveBody(sent: Sent, { actor, body }: Attack, world: World): void {
  switch (body.kind) {
    case 'none':
      return;
    case 'raw':
      sent.body = body.bytes;
      return;
    case 'json': {
      const pieces = body.entries.map(
        ([name, value]) =>
          `${JSON.stringify(name)}:${typeof value === 'string' ? (Object.hasOwn(ELSEWHERE, name) ? JSON.stringify(textOf(world, actor, name, value)) : value) : asJson(textOf(world, actor, name, value))}`,
      );
      sent.body = Buffer.from(`${body.lead}{${pieces.join(',')}}`);
      return;
    }
    case 'form': {
      const pairs = body.entries.map(
        ([name, value]) => `${encode(name)}=${encode(textOf(world, actor, name, value))}`,
      );
      sent.body = Buffer.from(pairs.join('&') + body.tail);
      return;
    }
    case 'multipart':
      giveParts(sent, actor, body, world);
  }
}

/** Numbers, switches, lists and objects are written in JSON as what they are. */
function asJson(text: string): string {
  return /^(?:true|false|[1-9]\d{0,15}|[[{].*[\]}])$/.test(text) ? text : JSON.stringify(text);
}

function giveParts(
  sent: Sent,
  actor: Actor,
  body: Extract<BodyPlan, { kind: 'multipart' }>,
  world: World,
): void {
  const parts = body.parts.flatMap(({ name, more, content }) => [
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${oneLine(name)}"${more}\r\n\r\n`),
    Buffer.isBuffer(content) ? content : Buffer.from(textOf(world, actor, name, content)),
    Buffer.from('\r\n'),
  ]);
  const whole = Buffer.concat([...parts, Buffer.from(body.end)]);
  sent.body = whole.subarray(0, Math.floor((whole.length * body.cut) / 100));
  sent.isChunked = body.isChunked;
  if (body.isChunked || body.length === 'true') return;
  if (body.length === 'gone') {
    sent.cutAt = sent.body.length >> 1;
    return;
  }
  const length = sent.body.length + (body.length === 'too long' ? 1000 : -10);
  sent.headers.push(['Content-Length', String(Math.max(0, length))]);
  if (body.length === 'too long') sent.cutAt = sent.body.length;
}
