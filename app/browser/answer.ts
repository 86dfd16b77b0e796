import type { ErrorCode } from '~/models/errors';

/** A notice in the reader's words. */
export interface Said {
  tone: 'ok' | 'bad' | 'star';
  title: string;
  text?: string | null;
}

/** What an action tells a script of the form it sent. What is to be said of it is already worded. */
export type Answer<More extends object = object> =
  ({ ok: true; toast: Said | null } & More) | Refusal;

/** Why it was not done: a rule's code, or a server that was not reached, of which `keepForm` tells. */
export type Refusal = (
  { ok: false; code: ErrorCode; toast: Said | null } | { ok: false; code: 'offline'; toast: null }
) & {
  /** Whether the same may go well later: a script that can wait does not take it for the last word. */
  mayPass?: true;
};
