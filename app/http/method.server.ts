import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import type { Administrator } from '~/models/access';
import type { Day } from '~/models/day';
import type { ErrorCode } from '~/models/errors';
import type { OnceEnded } from '~/models/photo/adding';
import type { Identity, Member } from './guards.server';
import type { Stream } from './mounted';

// What a call declares. The endpoint acts on it, and the description of the API states it.

export type Args = LoaderFunctionArgs | ActionFunctionArgs;

/**
 * Who may call an endpoint: anyone, members and visitors of an event, members, its organizers, or user 1 after
 * a fresh check.
 */
export type Who = 'anyone' | 'visit' | 'member' | 'organizer' | 'administrator';

type IdentityOf<W extends Who> = W extends 'anyone'
  ? Identity | null
  : W extends 'visit'
    ? Identity
    : W extends 'administrator'
      ? Omit<Member, 'actor'> & { actor: Administrator }
      : Member;

/** What a schema may depend on: the time zone of events, and today there. */
export interface Clock {
  timeZone: string;
  today: Day;
}

type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.infer<S> : undefined;

/**
 * An answer that is not a call's JSON: its media type, what it is, the shape of its content if that is JSON, and
 * whether parts of it can be requested.
 */
export class FileAnswer {
  constructor(
    readonly type: string,
    readonly what: string,
    readonly more: { shape?: z.ZodType; isResumed?: boolean } = {},
  ) {}
}

/** A handler's result that is already serialized, with its own ETag and headers. */
export class ReadyAnswer {
  constructor(
    readonly json: string,
    readonly etag: string,
    readonly headers: Record<string, string>,
  ) {}
}

type Answer = z.ZodType | FileAnswer | undefined;
type Result<A extends Answer> = A extends z.ZodType
  ? z.infer<A> | ReadyAnswer
  : A extends FileAnswer
    ? Response | Stream
    : void;

/** What a handler receives, after all checks. */
interface EndpointArgs<W extends Who, P extends string, Body, Query> {
  args: Args;
  app: Args['context']['app'];
  identity: IdentityOf<W>;
  /** The body as its schema parsed it; undefined if no schema is declared. */
  body: Body;
  /** The query as its schema parsed it; undefined if no schema is declared. */
  query: Query;
  /** The ids in the path that `params` names. */
  params: Record<P, number>;
}

interface Method<
  W extends Who,
  P extends string,
  Body extends Schema,
  Query extends Schema,
  A extends Answer,
> {
  /** What the call does, in one line. */
  summary: string;
  /** What else a caller should know, in full sentences. */
  details?: string;
  who: W;
  /** Path parameters that are ids. */
  params?: readonly P[];
  /** Schema of the query; its messages are error codes. Without one, a query is ignored. */
  query?: Query;
  /** Schema of a JSON or form body; its messages are error codes. */
  body?: Body | ((clock: Clock) => Body);
  /** The bodies that the handler reads by itself, by media type. */
  reads?: Readonly<Record<string, z.ZodType>>;
  /** What a success answers: the shape of its JSON, or a file; without it, `{"success":true}`. */
  answer?: A;
  /** The status of a success; 200 by default. */
  status?: 200 | 201;
  /** The refusals that do not follow from the rest of the declaration. */
  refusals?: readonly ErrorCode[];
  /** What refusals contain besides their message. */
  refusedWith?: Readonly<Record<string, boolean>>;
  /** The error code for unexpected failures; `unknown` by default. */
  failed?: ErrorCode;
  /** Whether it changes nothing that is cached, so that a frequent call does not empty the caches. */
  keepsCaches?: boolean;
  /**
   * Whether people who may look back after the event's end may also make this call, although it writes: always, or
   * while the album takes late photos.
   */
  onceEnded?: OnceEnded;
  handler(call: EndpointArgs<W, P, Parsed<Body>, Parsed<Query>>): Result<A> | Promise<Result<A>>;
}

export type AnyMethod = Method<Who, string, Schema, Schema, Answer>;

/** Declares one method of an endpoint. It exists so that TypeScript infers the handler's types. */
export function method<
  W extends Who,
  const P extends string = never,
  Body extends Schema = undefined,
  Query extends Schema = undefined,
  A extends Answer = undefined,
>(declaration: Method<W, P, Body, Query, A>): AnyMethod {
  return declaration as unknown as AnyMethod;
}

/** The schema of a method's body at a given time. */
export function bodyOf({ body }: AnyMethod, clock: Clock): Schema {
  return typeof body === 'function' ? body(clock) : body;
}

/** A multipart form with an image, for `reads`. */
export function imageForm<Fields extends z.ZodRawShape>(fields: z.ZodObject<Fields>) {
  return { 'multipart/form-data': fields.extend({ image: z.file() }) };
}
