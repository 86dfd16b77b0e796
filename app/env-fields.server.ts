import { z } from 'zod';

// The kinds of values that variables have.

export const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);

export const url = (protocols: string[]) =>
  optional.refine((value) => !value || protocols.includes(protocolOf(value)), {
    message: `must be an address starting with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  });

/**
 * A duration in seconds.
 * @returns milliseconds
 */
export const seconds = (standard: number) =>
  z.coerce
    .number('must be a number of seconds')
    .min(0, 'must not be negative')
    .max(3600, 'must be 3600 at most')
    .default(standard)
    .transform((value) => Math.round(value * 1000));

/** A whole number of at least 0. */
export const count = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must not be negative');

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : '';
}
