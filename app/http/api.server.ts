import { TEXT_DEFAULTS } from '~/i18n/options';
import errorTexts from '~/i18n/locales/en/errors.json';
import { SERVER_NOW } from '~/models/live/rules';
import { can, endedRefusal, type Administrator } from '~/models/access';
import { DomainError, type ErrorCode } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import { readWholeId } from '~/models/id';
import { neededAccess } from '~/models/photo/adding';
import { assertAdmin } from './admin.server';
import { isReading } from './context';
import { mediaType, retryHeaders } from './forms.server';
import { backgroundHeaders, identify, type Identity } from './guards.server';
import { invalidateCaches } from './invalidate-caches.server';
import { bodyOf, ReadyAnswer, type AnyMethod, type Args, type Who } from './method.server';
import type { Mounted, Stream } from './mounted';
import { failure, logRefusal } from './refusal.server';
import { markAnswer } from './revalidation.server';

type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint: where it is mounted, and what its methods declare. */
export interface Endpoint extends Mounted {
  declared: Partial<Record<Verb, AnyMethod>>;
}

/**
 * An endpoint of the API: its path, who may call it, its input and its output. Errors become `{message}` with
 * the English text and the status of their code (rule `api.refusals`). GET responses carry an ETag (rule
 * `api.etag`).
 */
export function endpoint(path: string, declared: Endpoint['declared']): Endpoint {
  const answer = async (args: Args): Promise<Response | Stream> => {
    const name = args.request.method === 'HEAD' ? 'GET' : args.request.method;
    const method = declared[name as Verb];
    if (!method) {
      const refusal = await refuse(args, new DomainError('method_not_allowed'));
      refusal.headers.set('Allow', Object.keys(declared).join(', '));
      return refusal;
    }
    try {
      const { app } = args.context;
      const identity = await authorize(args, method.who, method);
      const clock = { timeZone: app.env.EVENT_TIME_ZONE, today: app.today() };
      const schema = bodyOf(method, clock);
      const body = schema && parseValues(schema, await rawBody(args.request));
      const query = method.query && parseValues(method.query, queryOf(args.request));
      const ids = (method.params ?? []).map((name) => [name, parseId(args.params[name])]);
      const params = Object.fromEntries(ids) as Record<string, number>;
      const called = { args, app, identity: identity as never, body, query, params };
      return await succeed(args, await method.handler(called), method);
    } catch (error) {
      return refuse(args, error, method);
    }
  };
  return { path, methods: Object.keys(declared), declared, answer };
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
 * @param options.onceEnded as a call declares it
 * @throws DomainError authentication_required, event_ended, event_closed, not_an_organizer; for an
 *   administrator's call also what `assertAdmin` throws
 */
export async function authorize(
  args: Args,
  who: Who,
  { onceEnded }: Pick<AnyMethod, 'onceEnded'> = {},
): Promise<Caller | null> {
  const identity = await identify(args);
  if (who === 'anyone') return identity;
  if (!identity) throw new DomainError('authentication_required');
  const kept = isReading(args.request) ? 'reading' : onceEnded;
  const ended = endedRefusal(identity.access, neededAccess(kept, identity));
  if (ended) throw ended;
  if (who === 'visit') return identity;
  if (!identity.user) throw new DomainError('authentication_required');
  if (who === 'administrator') return { ...identity, actor: await assertAdmin(args, identity) };
  if (who === 'organizer' && identity.actor.role !== 'organizer') {
    throw new DomainError('not_an_organizer');
  }
  return identity;
}

type Caller = Identity | (Omit<Identity, 'actor'> & { actor: Administrator });

/** The query's parameters. If one is given twice, the first counts. */
function queryOf(request: Request): Record<string, string> {
  const given = [...new URL(request.url).searchParams];
  return Object.fromEntries(given.reverse());
}

async function rawBody(request: Request): Promise<unknown> {
  const type = mediaType(request);
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

async function refuse(
  args: Args,
  error: unknown,
  { failed, refusedWith }: Pick<AnyMethod, 'failed' | 'refusedWith'> = {},
): Promise<Response> {
  if (error instanceof Response) return error;
  const known = error instanceof DomainError ? error : failure(args, error, failed);
  logRefusal(args, known);
  const headers = new Headers(retryHeaders(known));
  // The error also clears a removed user's cookie.
  await storeSession(args, headers);
  const text = englishText(known.code);
  const message = known.reason ? `${text}: ${known.reason}` : text;
  return Response.json({ ...refusedWith, message }, { status: known.status, headers });
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
