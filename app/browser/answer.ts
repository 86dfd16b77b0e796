import type { ErrorCode } from '~/models/errors';

/**
 * The request that a form sends to take an action back. It is part of a cookie, so its path and fields are short,
 * whatever the original request was.
 */
export interface UndoForm {
  action: string;
  fields: Record<string, string>;
}

/** A notice in the reader's language. */
export interface Said {
  tone: 'ok' | 'bad' | 'star';
  title: string;
  text?: string | null;
  /** Whether it welcomes somebody who has just come in. */
  isWelcome?: boolean;
  /** The form that takes the action back, with its button's label. */
  undo?: UndoForm & { label: string };
}

/** What an action answers to a script that sent the form. The texts are translated already. */
export type Answer<More extends object = object> =
  ({ ok: true; toast: Said | null } & More) | Refusal;

/** Why the action did nothing: an error code, or `offline` if the server was not reached (see `keepForm`). */
export type Refusal = (
  { ok: false; code: ErrorCode; toast: Said | null } | { ok: false; code: 'offline'; toast: null }
) & {
  /** Whether the same request may succeed later. A script that can wait then tries again. */
  mayPass?: true;
};
