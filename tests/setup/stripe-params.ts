import { z } from 'zod';
import { now } from './stripe-objects';

/** The parameters of a request, with bracket names unfolded: `a[b][0]=c` is `{ a: { b: ['c'] } }`. */
export interface Params {
  [name: string]: Param;
}
type Param = string | Param[] | Params;

/** Stripe's error when it refuses a request. */
export interface Fault {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: object;
}

/** Thrown instead of answering with an object. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly fault: Fault,
  ) {
    super(fault.message);
  }
}

/** The error for an invalid request. */
export function wrong(message: string, code?: string, param?: string): Refusal {
  return new Refusal(400, { type: 'invalid_request_error', message, code, param });
}

/** Parses a form, or a URL's query. */
export function readForm(text: string): Params {
  const params: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const names = name.replaceAll(']', '').split('[');
    let place = params;
    for (const part of names.slice(0, -1)) place = (place[part] ??= {}) as Params;
    const last = names.at(-1) || String(Object.keys(place).length);
    place[last] = value;
  }
  return withLists(params) as Params;
}

/** Turns objects with keys from 0 on into lists. */
function withLists(param: Param): Param {
  if (typeof param === 'string') return param;
  const entries = Object.entries(param).map(([name, value]) => [name, withLists(value)] as const);
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

/** Validates parameters, and answers like Stripe to the first error. */
export function check<T>(schema: z.ZodType<T>, params: Params): T {
  const { data, error } = schema.safeParse(params, { reportInput: true });
  if (!error) return data;
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0];
  if (!issue) throw error;
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw wrong(`Received unknown parameter: ${param}`, 'parameter_unknown', param);
  }
  const param = nameOf(issue.path);
  if (issue.input === undefined) {
    throw wrong(`Missing required param: ${param}.`, 'parameter_missing', param);
  }
  if (issue.input === '') {
    const message = `You passed an empty string for '${param}'. Supply a non-empty value.`;
    throw wrong(message, 'parameter_invalid_empty', param);
  }
  if (issue.code === 'custom') {
    throw wrong(issue.message, issue.params?.code as string | undefined, param);
  }
  throw wrong(`Invalid ${param}: ${issue.message}`, undefined, param);
}

const nameOf = ([first, ...rest]: PropertyKey[]) =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('');

/** Some of the currencies that Stripe accepts. */
const CURRENCIES = ['eur', 'usd', 'gbp', 'chf', 'cad', 'dkk', 'nok', 'pln', 'sek'];
const LOCALES =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb ' +
  'nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW';
/** In cents; Stripe accepts nothing below half a euro. */
export const LEAST_AMOUNT = 50;

/** A text that must be valid, and Stripe's error for one that is not. */
const textThat = (
  isRight: (text: string) => boolean,
  message: (text: string) => string,
  code?: string,
) =>
  z.string().refine(isRight, {
    error: ({ input }) => message(String(input)),
    params: { code },
    abort: true,
  });
const textUpTo = (length: number) =>
  textThat(
    (text) => text !== '' && text.length <= length,
    (text) => `Invalid string: ${text.slice(0, 20)}…; must be at most ${length} characters`,
  );
const oneOf = (words: string[]) =>
  textThat(
    (text) => words.includes(text),
    () => `Must be one of ${words.join(', ')}`,
  );
const wholeNumber = textThat(
  (text) => /^-?\d+$/.test(text),
  (text) => `Invalid integer: ${text}`,
  'parameter_invalid_integer',
).transform(Number);
const numberFrom = (least: number) =>
  wholeNumber.refine((number) => number >= least, {
    error: `This value must be greater than or equal to ${least}.`,
    params: { code: 'parameter_invalid_integer' },
  });
const flag = oneOf(['true', 'false']).transform((word) => word === 'true');
const currency = textThat(
  (text) => CURRENCIES.includes(text),
  (text) => `Invalid currency: ${text}. Supported are: ${CURRENCIES.join(', ')}`,
);
const email = textThat(
  (text) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text),
  (text) => `Invalid email address: ${text}`,
  'email_invalid',
);
const address = textThat(
  (text) => /^https?:/.test(text) && URL.canParse(text),
  () => 'Not a valid URL',
  'url_invalid',
);
const metadata = z
  .record(textUpTo(40), textUpTo(500))
  .refine((record) => Object.keys(record).length <= 50, { error: 'At most 50 keys are allowed.' });
const expand = z.array(z.string()).optional();

export const newIntentParams = z.strictObject({
  amount: numberFrom(1)
    .refine((amount) => amount >= LEAST_AMOUNT, {
      error: 'Amount must be at least 50 cents.',
      params: { code: 'amount_too_small' },
    })
    .refine((amount) => amount <= 99_999_999, {
      error: 'Amount must be no more than 99999999.',
      params: { code: 'amount_too_large' },
    }),
  currency,
  automatic_payment_methods: z.strictObject({ enabled: flag }).optional(),
  description: textUpTo(1000).optional(),
  metadata: metadata.optional(),
  receipt_email: email.optional(),
  expand,
});

export const newSessionParams = z.strictObject({
  mode: oneOf(['payment']),
  line_items: z
    .array(
      z.strictObject({
        price_data: z.strictObject({
          currency,
          unit_amount: numberFrom(0),
          product_data: z.strictObject({
            name: textUpTo(1000),
            description: textUpTo(1000).optional(),
          }),
        }),
        quantity: numberFrom(1),
      }),
    )
    .max(100),
  success_url: address,
  cancel_url: address.optional(),
  locale: oneOf(LOCALES.split(' ')).optional(),
  customer_email: email.optional(),
  client_reference_id: textUpTo(200).optional(),
  metadata: metadata.optional(),
  payment_intent_data: z
    .strictObject({
      description: textUpTo(1000).optional(),
      metadata: metadata.optional(),
      receipt_email: email.optional(),
    })
    .optional(),
  adaptive_pricing: z.strictObject({ enabled: flag.optional() }).optional(),
  expires_at: wholeNumber
    .refine((moment) => moment >= now() + 30 * 60, {
      error:
        'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    })
    .refine((moment) => moment < now() + 24 * 60 * 60, {
      error:
        'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    })
    .optional(),
  expand,
});

export const readParams = z.strictObject({ expand });

export const cancelParams = z.strictObject({
  cancellation_reason: oneOf([
    'abandoned',
    'duplicate',
    'fraudulent',
    'requested_by_customer',
  ]).optional(),
  expand,
});

export const listParams = z.strictObject({ limit: numberFrom(1).optional(), expand });

export const disputesParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  limit: numberFrom(1).optional(),
  expand,
});

/** What a browser sends: only the payment's own secret authorizes it. */
export const confirmParams = z.strictObject({
  client_secret: z.string(),
  payment_method: oneOf(['card_ok', 'card_declined', 'card_3ds', 'delayed']),
});

export const authenticateParams = z.strictObject({ client_secret: z.string() });
