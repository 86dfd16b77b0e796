import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { ApiDocument, Operation } from '~/http/openapi.server';
import type { Answer } from './client';

/** Throws if an answer is not what the document says of the call. */
export type Contract = (method: string, path: string, answer: Answer) => void;

/** What server/requests.ts refuses before a request reaches its call. */
const BEFORE_CALLS: Record<number, string> = {
  400: 'Invalid request',
  403: 'This request came from another site',
  411: 'Content-Length is required',
  413: 'This request is too large',
};

/** Compares answers with the description of the API (rule `api.document`). */
export function createContract(document: ApiDocument): Contract {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'api');
  const validators = new Map<string, ValidateFunction>();
  const patterns = Object.keys(document.paths).map((path) => {
    const pattern = path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+');
    return { path, pattern: new RegExp(`^${pattern}/?$`, 'i') };
  });
  const validatorOf = (...parts: string[]): ValidateFunction => {
    const pointer = parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const known = validators.get(pointer);
    if (known) return known;
    const made = ajv.compile({ $ref: `api#/${encodeURI(pointer)}` });
    validators.set(pointer, made);
    return made;
  };

  return (method, address, { status, headers, json }) => {
    // A proxy's own answer, while no server is behind it, has no id.
    if (!headers.has('X-Request-Id')) return;
    const [pathname = ''] = address.split('?');
    const fail = (why: string) => {
      throw new Error(`${method} ${address} answered ${status}: ${why}. See /api/docs.`);
    };
    const path = patterns.find(({ pattern }) => pattern.test(pathname))?.path;
    const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operation = path && document.paths[path]?.[verb];
    if (!path || !operation) {
      if (status < 400) fail('this call is not documented');
      return;
    }
    const reply = operation.responses[status];
    const message = (json as { message?: string } | null)?.message;
    if (!reply || (status >= 400 && !isKnown(operation, status, message))) {
      if (message !== undefined && BEFORE_CALLS[status] === message) return;
      return fail(`${JSON.stringify(message)} is not documented`);
    }
    if (status === 304 || status === 416) return;
    const wait = headers.get('Retry-After');
    // Some of 503 ask nobody to come back: what is not set up will not be there in a moment.
    const isGiven = wait === null ? status !== 429 : /^[1-9]\d*$/.test(wait);
    if (reply.headers?.['Retry-After'] && !isGiven) fail('Retry-After has no seconds');
    const [type = ''] = headers.get('Content-Type')?.split(';') ?? [];
    if (!reply.content?.[type]) fail(`${type} is not documented`);
    if (status < 400 && !headers.get('Cache-Control')?.startsWith('private')) {
      fail('Cache-Control does not say private');
    }
    if (reply.headers?.ETag && !headers.has('ETag')) fail('there is no ETag');
    if (method === 'HEAD' || !type.endsWith('json')) return;
    const isValid = validatorOf(
      'paths',
      path,
      verb,
      'responses',
      String(status),
      'content',
      type,
      'schema',
    );
    if (!isValid(json)) fail(ajv.errorsText(isValid.errors));
  };
}

function isKnown({ responses }: Operation, status: number, message: string | undefined): boolean {
  const examples = responses[status]?.content?.['application/json']?.examples ?? {};
  // Another server's own words may follow.
  return Object.values(examples).some(({ value }) =>
    message?.startsWith((value as { message: string }).message),
  );
}
