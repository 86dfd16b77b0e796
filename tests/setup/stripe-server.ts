import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import { serve } from './file-server';
import { openStripeAccount, type StripeAccount } from './stripe-account';
import { stripeCalls } from './stripe-calls';
import { newEvent, newId, now, type EventOf } from './stripe-objects';
import { readForm, Refusal, type Fault, type Params } from './stripe-params';

/** A client's request, unfolded. */
export interface StripeRequest {
  method: string;
  /** Without the query. */
  path: string;
  params: Params;
  idempotencyKey: string | null;
}

/** How the next calls fail. */
export interface StripeFailure {
  /** The number of calls; 1 by default. */
  times?: number;
  /** An answer with that status, no answer, or a connection that breaks. */
  status: number | 'hang' | 'reset';
  /** The call is carried out all the same; only its answer is lost. */
  isDone?: boolean;
}

/** A server on the loopback interface with as much of Stripe's API as payments need, and one account. */
export interface StripeServer extends StripeAccount {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  secretKey: string;
  webhookSecret: string;
  /** The secret keys that it accepts: two while one is rolled. */
  readonly validKeys: Set<string>;
  /** All requests, including unanswered ones; newest last. */
  readonly requests: StripeRequest[];
  /** Makes the next calls fail. */
  fail(failure: StripeFailure): void;
  /** The event that Stripe would send about an object in its current state. */
  event<T extends Stripe.Event['type']>(
    type: T,
    object: EventOf<T>['data']['object'],
  ): Stripe.Event;
  /** The value of the header `Stripe-Signature`; the timestamp is in seconds. */
  sign(payload: string, options?: { timestamp?: number; secret?: string }): string;
  /**
   * Posts a signed event, as Stripe does.
   * @param options.alter changes the body after it was signed
   */
  deliver(
    url: string,
    event: Stripe.Event,
    options?: { timestamp?: number; secret?: string; alter?: (payload: string) => string },
  ): Promise<Response>;
  stop(): Promise<void>;
}

interface Answer {
  status: number;
  body: object;
}

/** The answer to the first request with an idempotency key. */
interface StoredAnswer extends Answer {
  request: StripeRequest;
  requestId: string;
}

/** As at Stripe, any page may make the calls that need no secret key. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Stripe-Version',
  'Access-Control-Expose-Headers': 'Request-Id',
};

/**
 * Starts it, with an empty account.
 * @param options.secretKey with `sk_live_` or `rk_live_` at its beginning, everything is in live mode
 */
export async function startStripeServer(
  options: { secretKey?: string; webhookSecret?: string } = {},
): Promise<StripeServer> {
  const secretKey = options.secretKey ?? 'sk_test_of_the_tests';
  const webhookSecret = options.webhookSecret ?? 'whsec_of_the_tests';
  const validKeys = new Set([secretKey]);
  const isLive = /^(sk|rk)_live_/.test(secretKey);
  const account = openStripeAccount(isLive);
  const findCall = stripeCalls(account);
  const requests: StripeRequest[] = [];
  const stored = new Map<string, StoredAnswer>();
  const failures: StripeFailure[] = [];

  /** The answer to a request; the first answer again for a known idempotency key. */
  function answerTo(
    request: StripeRequest,
    requestId: string,
    authorization: string | null,
  ): Omit<StoredAnswer, 'request'> {
    const { method, path, params } = request;
    const key = method === 'POST' ? request.idempotencyKey : null;
    try {
      const call = findCall(method, path);
      if (!call) throw unknownAddress(request);
      checkKey(authorization, validKeys, call.isPublic);
      const before = key === null ? undefined : stored.get(key);
      if (key !== null && before) {
        checkSame(key, before.request, request);
        return before;
      }
      return store({ status: 200, body: call.answer(params) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const refused = { status: error.status, body: { error: error.fault } };
      // A declined card stays declined; an invalid request may be repeated with a correction.
      return error.status === 402 ? store(refused) : { ...refused, requestId };
    }

    function store(answer: Answer): StoredAnswer {
      const whole = { ...answer, request, requestId };
      if (key !== null) stored.set(key, whole);
      return whole;
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = newId('req', 14);
    for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
    response.setHeader('Request-Id', requestId);
    if (request.method === 'OPTIONS') return void response.end();

    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    const asked: StripeRequest = {
      method: request.method ?? '',
      path: pathname,
      params: readForm(request.method === 'POST' ? await text(request) : search),
      idempotencyKey: headerOf(request, 'idempotency-key'),
    };
    requests.push(asked);
    for (const name of ['stripe-version', 'idempotency-key']) {
      const value = headerOf(request, name);
      if (value !== null) response.setHeader(name, value);
    }

    const answerNow = () => answerTo(asked, requestId, headerOf(request, 'authorization'));
    const failure = failures.shift();
    if (failure) {
      if (failure.isDone) answerNow();
      return failWith(failure.status, request, response);
    }
    const answer = answerNow();
    if (answer.requestId !== requestId) {
      response.setHeader('Idempotent-Replayed', 'true');
      response.setHeader('Original-Request', answer.requestId);
    }
    send(response, answer);
  }

  const web = await serve((request, response) => {
    handle(request, response).catch((error: unknown) => {
      // A client that disconnected during its request, or an error in this server.
      send(response, failureOf(500, String(error)));
    });
  });

  const sign: StripeServer['sign'] = (
    payload,
    { timestamp = now(), secret = webhookSecret } = {},
  ) =>
    `t=${timestamp},v1=${createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex')}`;

  return {
    ...account,
    origin: web.origin,
    secretKey,
    webhookSecret,
    validKeys,
    requests,
    fail: ({ times = 1, ...failure }) => {
      for (let n = 0; n < times; n += 1) failures.push(failure);
    },
    event: (type, object) => newEvent(isLive, type, object),
    sign,
    deliver: (url, event, { alter = (payload: string) => payload, ...signing } = {}) => {
      const payload = JSON.stringify(event, null, 2);
      return fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'Stripe-Signature': sign(payload, signing),
        },
        body: alter(payload),
      });
    },
    stop: web.stop,
  };
}

function failWith(
  status: StripeFailure['status'],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (status === 'hang') return;
  if (status === 'reset') request.socket.resetAndDestroy();
  else send(response, failureOf(status));
}

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body, null, 2));
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  return headers[name]?.toString() ?? null;
}

/** An answer that does not depend on the request. */
function failureOf(status: number, message = 'An unknown error occurred.'): Answer {
  const error: Fault =
    status === 429
      ? {
          type: 'invalid_request_error',
          code: 'rate_limit',
          message: 'Request rate limit exceeded.',
        }
      : { type: status < 500 ? 'invalid_request_error' : 'api_error', message };
  return { status, body: { error } };
}

function unknownAddress({ method, path }: StripeRequest): Refusal {
  const message = `Unrecognized request URL (${method}: ${path}).`;
  return new Refusal(404, { type: 'invalid_request_error', message });
}

/** Browsers may use a publishable key, or none. */
function checkKey(
  authorization: string | null,
  validKeys: ReadonlySet<string>,
  isPublic: boolean,
): void {
  const key = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
  if (key !== undefined && validKeys.has(key)) return;
  if (isPublic && (!authorization || key?.startsWith('pk_'))) return;
  const message = key
    ? `Invalid API Key provided: ${key.slice(0, 8)}****${key.slice(-4)}`
    : "You did not provide an API key, in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').";
  throw new Refusal(401, { type: 'invalid_request_error', message });
}

/** An idempotency key is valid for one request, and for repeating it. */
function checkSame(key: string, before: StripeRequest, request: StripeRequest): void {
  const refused = (what: string) => {
    const message = `Keys for idempotent requests can only be used ${what}. Try using a key other than '${key}' if you meant to execute a different request.`;
    return new Refusal(400, { type: 'idempotency_error', message });
  };
  if (before.path !== request.path) {
    throw refused(`for the same endpoint they were first used for ('${before.path}')`);
  }
  if (!isDeepStrictEqual(before.params, request.params)) {
    throw refused('with the same parameters they were first used with');
  }
}
