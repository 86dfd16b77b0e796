import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { TEXT_DEFAULTS } from '~/i18n/options';
import errorTexts from '~/i18n/locales/en/errors.json';
import { SERVER_NOW } from '~/models/live/rules';
import { can, endedRefusal } from '~/models/access';
import { DomainError, type ErrorCode } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import { readWholeId } from '~/models/id';
import { isReading } from './context';
import { retryHeaders } from './forms.server';
import { backgroundHeaders, identify, type Identity, type Member } from './guards.server';
import { invalidateCaches } from './invalidate-caches.server';
import type { Mounted, Stream } from './mounted';
import { failure, logRefusal } from './refusal.server';
import { markAnswer } from './revalidation.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Who may call an endpoint: anyone, members and visitors of an event, members, or its organizer. */
type Who = 'anyone' | 'visit' | 'member' | 'organizer';

type IdentityOf<W extends Who> = W extends 'anyone'
  ? Identity | null
  : W extends 'visit'
    ? Identity
    : Member;

/** What a handler receives, after all checks. */
export interface EndpointArgs<W extends Who, P extends string, Body> {
  args: Args;
  app: Args['context']['app'];
  identity: IdentityOf<W>;
  /** The body as its schema parsed it; undefined if no schema is declared. */
  body: Body;
  /** The ids in the path that `params` names. */
  params: Record<P, number>;
  query: URLSearchParams;
}

interface Method<W extends Who, P extends string, Schema extends z.ZodType | undefined> {
  who: W;
  /** Path parameters that are ids. */
  params?: readonly P[];
  /** Schema of a JSON or form body; its messages are error codes. Uploads read their own body. */
  body?: Schema;
  /** The status of a success; 200 by default. */
  status?: number;
  /** The error code for unexpected failures; `unknown` by default. */
  failed?: ErrorCode;
  /** Whether it changes nothing that is cached, so that a frequent call does not empty the caches. */
  keepsCaches?: boolean;
  handler(
    call: EndpointArgs<W, P, Schema extends z.ZodType ? z.infer<Schema> : undefined>,
  ): unknown;
}

type AnyMethod = Method<Who, string, z.ZodType | undefined>;

/** Declares one method of an endpoint. It exists so that TypeScript infers the handler's types. */
export function method<
  W extends Who,
  const P extends string = never,
  Schema extends z.ZodType | undefined = undefined,
>(declaration: Method<W, P, Schema>): AnyMethod {
  return declaration as unknown as AnyMethod;
}

/**
 * An endpoint of the API: its path, who may call it, its input and its output. Errors become `{message}` with
 * the English text and the status of their code (rule `api.refusals`). GET responses carry an ETag (rule
 * `api.etag`).
 */
export function endpoint(
  path: string,
  methods: Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE', AnyMethod>>,
): Mounted {
  const answer = async (args: Args): Promise<Response | Stream> => {
    let failed: ErrorCode | undefined;
    try {
      const name = args.request.method === 'HEAD' ? 'GET' : args.request.method;
      const declared = methods[name as keyof typeof methods];
      if (!declared) {
        const refusal = await refuse(args, new DomainError('method_not_allowed'));
        refusal.headers.set('Allow', Object.keys(methods).join(', '));
        return refusal;
      }
      ({ failed } = declared);
      const identity = await authorize(args, declared.who);
      const body = declared.body
        ? parseValues(declared.body, await rawBody(args.request))
        : undefined;
      const ids = (declared.params ?? []).map((name) => [name, parseId(args.params[name])]);
      const result = await declared.handler({
        args,
        app: args.context.app,
        identity: identity as never,
        body,
        params: Object.fromEntries(ids) as Record<string, number>,
        query: new URL(args.request.url).searchParams,
      });
      return await succeed(args, result, declared);
    } catch (error) {
      return refuse(args, error, failed);
    }
  };
  return { path, methods: Object.keys(methods), answer };
}

/** A handler's result that is serialized already, with its own ETag and headers. */
export class ReadyAnswer {
  constructor(
    readonly json: string,
    readonly etag: string,
    readonly headers: Record<string, string>,
  ) {}
}

/** Parses an id from a URL: a whole number from 1. */
export function parseId(value: string | null | undefined): number {
  const id = readWholeId(value);
  if (id === undefined) throw new DomainError('invalid_request');
  return id;
}

/** Throws unless the caller reads their own event (rule `access.own-event`). */
export function assertSameEvent(identity: Identity, eventId: number): void {
  if (!can(identity.actor, 'event.read', { eventId })) throw new DomainError('access_denied');
}

/**
 * The caller, if they have the required role.
 * @throws DomainError authentication_required, event_ended, event_closed, not_an_organizer
 */
export async function authorize(args: Args, who: Who): Promise<Identity | null> {
  const identity = await identify(args);
  if (who === 'anyone') return identity;
  if (!identity) throw new DomainError('authentication_required');
  const ended = endedRefusal(identity.access, isReading(args.request) ? 'read' : 'write');
  if (ended) throw ended;
  if (who === 'visit') return identity;
  if (!identity.user) throw new DomainError('authentication_required');
  if (who === 'organizer' && identity.actor.role !== 'organizer') {
    throw new DomainError('not_an_organizer');
  }
  return identity;
}

async function rawBody(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') {
    return request.json().catch(() => {
      throw new DomainError('invalid_request');
    });
  }
  if (type === 'application/x-www-form-urlencoded') {
    return Object.fromEntries(new URLSearchParams(await request.text()));
  }
  throw new DomainError('unsupported_media');
}

async function succeed(
  args: Args,
  result: unknown,
  { status = 200, keepsCaches = false }: AnyMethod,
): Promise<Response | Stream> {
  const isWrite = !isReading(args.request);
  if (isWrite && !keepsCaches) await invalidateCaches(args);
  if (result instanceof Response) return result;
  if (isStream(result)) return result;
  const ready = result instanceof ReadyAnswer ? result : null;
  const json = ready?.json ?? JSON.stringify(result ?? { success: true });
  const headers = new Headers(ready?.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  headers.set('Cache-Control', 'private, no-cache');
  headers.set(SERVER_NOW, String(args.context.app.now().getTime()));
  if (isWrite) await storeSession(args, headers);
  const by = ready ? { tag: ready.etag } : { source: json, isWeak: true };
  const unchanged = !isWrite && markAnswer(args.request, headers, by);
  if (unchanged) return unchanged;
  headers.set('Content-Length', String(Buffer.byteLength(json)));
  return new Response(json, { status, headers });
}

function isStream(result: unknown): result is Stream {
  return typeof (result as Partial<Stream> | null | undefined)?.begin === 'function';
}

async function refuse(args: Args, error: unknown, failed?: ErrorCode): Promise<Response> {
  if (error instanceof Response) return error;
  const known = error instanceof DomainError ? error : failure(args, error, failed);
  logRefusal(args, known);
  const headers = new Headers(retryHeaders(known));
  // The error also clears a removed user's cookie.
  await storeSession(args, headers);
  const text = englishText(known.code);
  const message = known.reason ? `${text}: ${known.reason}` : text;
  return Response.json({ message }, { status: known.status, headers });
}

async function storeSession(args: Args, headers: Headers): Promise<void> {
  for (const cookie of (await backgroundHeaders(args)).getSetCookie()) {
    headers.append('Set-Cookie', cookie);
  }
}

/** The English text of an error code. */
export function englishText(code: ErrorCode): string {
  return Object.entries(TEXT_DEFAULTS).reduce(
    (text, [name, value]) => text.replace(`{{${name}}}`, String(value)),
    errorTexts[code],
  );
}
