import { z } from 'zod';
import { ERROR_STATUS, type ErrorCode } from '~/models/errors';
import { englishText, type Endpoint } from './api.server';
import { codesOf, jsonSchemas, SCHEMAS, type JsonSchema } from './json-schema.server';
import { bodyOf, FileAnswer, type AnyMethod, type Who } from './method.server';

// The description of the API, from what its calls declare (rule `api.document`).

type Content = Record<
  string,
  { schema?: JsonSchema; examples?: Record<string, { value: unknown }> }
>;

interface Reply {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Content;
}

/** A parameter in the path or the query. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** A call in the document. */
export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  'x-who': Who;
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Reply>;
}

/** The document: OpenAPI 3.1. */
export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
}

/** The clock changes only the checks of schemas, which the document does not contain. */
const ANY_DAY = { timeZone: 'UTC', today: '2000-01-01' };
const DONE = z.object({ success: z.literal(true) }).meta({ id: 'Done' });
const REFUSAL = z.object({ message: z.string() }).meta({ id: 'Refusal' });
const DESCRIPTION =
  'Calls of a photo contest for events. A session is a cookie, which signing in sets. ' +
  'Refusals are `{"message": …}` in English; their codes are the names of the examples. ' +
  'Before a call is reached, the server may refuse with 400, 403, 405, 411 or 413. ' +
  'A GET that answers JSON has an ETag and answers 304 to the same one.';

/** What each of them refuses because of the caller's role. */
const REFUSALS_OF: Record<Who, readonly ErrorCode[]> = {
  anyone: [],
  visit: ['authentication_required', 'event_ended', 'event_closed'],
  member: ['authentication_required', 'event_ended', 'event_closed'],
  organizer: ['authentication_required', 'event_ended', 'event_closed', 'not_an_organizer'],
  administrator: [
    'authentication_required',
    'event_ended',
    'event_closed',
    'access_denied',
    'admin_authentication_required',
  ],
};
/** What receiving and reading an image refuses. */
const IMAGE_REFUSALS: readonly ErrorCode[] = [
  'file_required',
  'invalid_image',
  'too_many_pixels',
  'file_too_large',
  'disk_full',
];

/**
 * Describes an API as OpenAPI 3.1.
 * @param resources the endpoints by the name of their group
 */
export function describeApi(
  resources: Readonly<Record<string, readonly Endpoint[]>>,
  { version }: { version: string },
): ApiDocument {
  const schemas = jsonSchemas();
  const paths: ApiDocument['paths'] = {};
  for (const [tag, endpoints] of Object.entries(resources)) {
    for (const { path, declared } of endpoints) {
      const operations = Object.entries(declared).map(([verb, method]) => [
        verb.toLowerCase(),
        describeCall({ tag, path, verb, method }, schemas),
      ]);
      paths[path.replace(/:(\w+)/g, '{$1}')] = Object.fromEntries(operations);
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Snapodium', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    tags: Object.keys(resources).map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.named,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'snapodium_session',
          description: 'Its name begins with `__Host-` where the address begins with https.',
        },
      },
    },
  };
}

interface Call {
  tag: string;
  path: string;
  verb: string;
  method: AnyMethod;
}
type Schemas = ReturnType<typeof jsonSchemas>;

function describeCall(call: Call, { convert }: Schemas): Operation {
  const { tag, verb, method } = call;
  const { summary, details, who, reads } = method;
  const schema = bodyOf(method, ANY_DAY);
  const bodies = schema
    ? { 'application/json': schema, 'application/x-www-form-urlencoded': schema }
    : reads;
  const content = Object.entries(bodies ?? {}).map(([type, body]) => [
    type,
    { schema: convert(body, 'input') },
  ]);
  const parameters = [...pathParameters(call), ...queryParameters(call, convert)];
  return {
    operationId: nameOf(call),
    tags: [tag],
    summary,
    ...(details && { description: details }),
    'x-who': who,
    security: who === 'anyone' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(bodies && { requestBody: { required: true, content: Object.fromEntries(content) } }),
    responses: { ...successes(verb, method, convert), ...refusals(call, convert) },
  };
}

/** A name for clients' code: `GET /api/photos/event/:eventId` is `getPhotosEventByEventId`. */
function nameOf({ path, verb }: Call): string {
  const words = path.split(/[/.-]/).filter((word) => word && word !== 'api');
  const parts = words.flatMap((word) => word.replace(':', 'by-').split('-'));
  const capitals = parts.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return verb.toLowerCase() + capitals.join('');
}

function pathParameters({ path, method }: Call): Parameter[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: method.params?.includes(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

function queryParameters({ method }: Call, convert: Schemas['convert']): Parameter[] {
  if (!method.query) return [];
  const { properties = {}, required = [] } = convert(method.query, 'input');
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description && { description }),
    schema,
  }));
}

function successes(
  verb: string,
  { answer = DONE, status = 200 }: AnyMethod,
  convert: Schemas['convert'],
) {
  const isFile = answer instanceof FileAnswer;
  const shape = isFile ? answer.more.shape : answer;
  const isMarked = verb === 'GET' && !(isFile && answer.type === 'text/event-stream');
  const reply: Reply = {
    description: isFile ? answer.what : status === 201 ? 'Created.' : 'Done.',
    ...(isMarked && {
      headers: { ETag: { description: 'For `If-None-Match`.', schema: { type: 'string' } } },
    }),
    content: {
      [isFile ? answer.type : 'application/json']: shape
        ? { schema: convert(shape, 'output') }
        : {},
    },
  };
  const replies: Record<string, Reply> = { [status]: reply };
  if (isMarked) replies[304] = { description: 'What `If-None-Match` names is still the same.' };
  if (isFile && answer.more.isResumed) {
    replies[206] = { ...reply, description: 'The part that `Range` asks for.' };
    replies[416] = { description: 'There is no such part.' };
  }
  return replies;
}

/** The codes with which a call can refuse. */
function codesOfCall({ path, verb, method }: Call): ErrorCode[] {
  const { who, params = [], query, reads, refusals = [], failed = 'unknown' } = method;
  const body = bodyOf(method, ANY_DAY);
  const hasImage = reads && 'multipart/form-data' in reads;
  const codes: ErrorCode[] = [
    ...(body ? codesOf(body) : []),
    ...(query ? codesOf(query) : []),
    ...Object.values(reads ?? {}).flatMap(codesOf),
    ...(params.length > 0 || query ? (['invalid_request'] as const) : []),
    ...(body || reads ? (['invalid_request', 'unsupported_media', 'file_too_large'] as const) : []),
    ...(hasImage ? IMAGE_REFUSALS : []),
    ...REFUSALS_OF[who],
    ...(who !== 'anyone' && path.includes(':eventId') ? (['access_denied'] as const) : []),
    ...refusals,
    ...(verb === 'GET' ? [] : (['unique_violation'] as const)),
    failed,
    'away',
    'busy',
  ];
  return [...new Set(codes)].sort((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other]);
}

function refusals(call: Call, convert: Schemas['convert']): Record<string, Reply> {
  const { refusedWith } = call.method;
  const literals = Object.entries(refusedWith ?? {}).map(([name, value]) => [
    name,
    z.literal(value),
  ]);
  const shape = refusedWith
    ? z.object({ ...Object.fromEntries(literals), ...REFUSAL.shape })
    : REFUSAL;
  const schema = convert(shape, 'output');
  const replies: Record<string, Reply> = {};
  const all = codesOfCall(call);
  for (const status of new Set(all.map((code) => ERROR_STATUS[code]))) {
    const codes = all.filter((code) => ERROR_STATUS[code] === status);
    const examples = codes.map((code) => [
      code,
      { value: { ...refusedWith, message: englishText(code) } },
    ]);
    replies[status] = {
      description: codes.map((code) => englishText(code)).join(' · '),
      ...((status === 429 || status === 503) && {
        headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
      }),
      content: { 'application/json': { schema, examples: Object.fromEntries(examples) } },
    };
  }
  return replies;
}

/** The name of a schema that a reference names. */
export const schemaName = (ref: string): string => ref.slice(SCHEMAS.length);
