import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import adminErrorTexts from '~/i18n/locales/en/admin_errors.json';
import deskErrorTexts from '~/i18n/locales/en/desk_errors.json';
import errorTexts from '~/i18n/locales/en/errors.json';
import { can } from '~/models/access';
import { DomainError, type ErrorCode } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import { readWholeId } from '~/models/id';
import { retryHeaders } from './forms.server';
import { identify, isShutOut, sessionHeaders, type Identity, type Member } from './guards.server';
import { forgetFeed } from './feed-answers.server';
import { failure, noteRefusal } from './refusal.server';
import { markAnswer } from './revalidation.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** Who may ask: anyone, members and visitors of an event, members, or its organizer. */
type Who = 'anyone' | 'visit' | 'member' | 'organizer';

type IdentityOf<W extends Who> = W extends 'anyone'
  ? Identity | null
  : W extends 'visit'
    ? Identity
    : Member;

/** What a handler gets: everything already proven. */
export interface EndpointArgs<W extends Who, Body> {
  args: Args;
  app: Args['context']['app'];
  identity: IdentityOf<W>;
  /** The body as its schema read it; undefined where no schema is declared. */
  body: Body;
  params: Args['params'];
  query: URLSearchParams;
}

interface Method<W extends Who, Schema extends z.ZodType | undefined> {
  who: W;
  /** Schema of a JSON or form body; its messages are error codes. Uploads read their own body. */
  body?: Schema;
  /** Status of a success; 200 unless it says otherwise. */
  status?: number;
  /** What is said when something goes wrong that no rule has refused; `unknown` unless it says otherwise. */
  failed?: ErrorCode;
  handler(call: EndpointArgs<W, Schema extends z.ZodType ? z.infer<Schema> : undefined>): unknown;
}

type AnyMethod = Method<Who, z.ZodType | undefined>;

/** Declares one method of an endpoint; exists so that TypeScript infers the handler's types. */
export function method<W extends Who, Schema extends z.ZodType | undefined = undefined>(
  declaration: Method<W, Schema>,
): AnyMethod {
  return declaration as unknown as AnyMethod;
}

/**
 * An endpoint of the API: who may, what it takes, what it answers. Errors become `{message}` with the
 * English text and the status of their code (rule `api.refusals`); GETs carry an ETag (rule
 * `api.etag`).
 */
export function defineEndpoint(
  methods: Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE', AnyMethod>>,
) {
  const run = async (args: Args): Promise<Response> => {
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
      const result = await declared.handler({
        args,
        app: args.context.app,
        identity: identity as never,
        body,
        params: args.params,
        query: new URL(args.request.url).searchParams,
      });
      return await succeed(args, result, declared.status ?? 200);
    } catch (error) {
      return refuse(args, error, failed);
    }
  };
  return { loader: run, action: run };
}

/** What a handler answers that is written already, with its ETag and headers of its own. */
export class ReadyAnswer {
  constructor(
    readonly json: string,
    readonly etag: string,
    readonly headers: Record<string, string>,
  ) {}
}

/** An id from an address: a whole number from 1. */
export function parseId(value: string | null | undefined): number {
  const id = readWholeId(value);
  if (id === undefined) throw new DomainError('invalid_request');
  return id;
}

/** Members and visitors of an event read that event only (rule `access.own-event`). */
export function assertSameEvent(identity: Identity, eventId: number): void {
  if (!can(identity.actor, 'event.read', { eventId })) throw new DomainError('access_denied');
}

/**
 * Who asks, if they may.
 * @throws DomainError authentication_required, event_ended, not_an_organizer
 */
export async function authorize(args: Args, who: Who): Promise<Identity | null> {
  const identity = await identify(args);
  if (who === 'anyone') return identity;
  if (!identity) throw new DomainError('authentication_required');
  if (isShutOut(identity)) throw new DomainError('event_ended');
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

async function succeed(args: Args, result: unknown, status: number): Promise<Response> {
  const isReading = args.request.method === 'GET' || args.request.method === 'HEAD';
  if (!isReading) await forgetFeed(args);
  if (result instanceof Response) return result;
  const ready = result instanceof ReadyAnswer ? result : null;
  const json = ready?.json ?? JSON.stringify(result ?? { success: true });
  const headers = new Headers(ready?.headers);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  headers.set('Cache-Control', 'private, no-cache');
  if (!isReading) await storeSession(args, headers);
  const by = ready ? { tag: ready.etag } : { source: json, isWeak: true };
  const unchanged = isReading && markAnswer(args.request, headers, by);
  if (unchanged) return unchanged;
  headers.set('Content-Length', String(Buffer.byteLength(json)));
  return new Response(json, { status, headers });
}

async function refuse(args: Args, error: unknown, failed?: ErrorCode): Promise<Response> {
  if (error instanceof Response) return error;
  const known = error instanceof DomainError ? error : failure(args, error, failed);
  noteRefusal(args, known);
  const headers = new Headers(retryHeaders(known));
  // A removed user's cookie is cleared with the refusal.
  await storeSession(args, headers);
  const text = englishText(known.code);
  const message = known.reason ? `${text}: ${known.reason}` : text;
  return Response.json({ message }, { status: known.status, headers });
}

async function storeSession(args: Args, headers: Headers): Promise<void> {
  for (const cookie of (await sessionHeaders(args)).getSetCookie()) {
    headers.append('Set-Cookie', cookie);
  }
}

/** The exact English text of a code. */
export function englishText(code: ErrorCode): string {
  return { ...errorTexts, ...deskErrorTexts, ...adminErrorTexts }[code];
}
