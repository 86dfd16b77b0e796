import type { ParseKeys, TFunction } from 'i18next';

/** The namespaces that loaders, actions and notices use. */
type Namespaces = [
  'common',
  'errors',
  'auth',
  'create',
  'event',
  'admin',
  'dialogs',
  'download',
  'landing',
  'links',
  'morning',
  'offline',
  'organize',
  'organizer',
  'flags',
  'mail',
  'server',
  'missions',
  'pile',
  'push',
  'duel',
  'invitation',
  'account',
  'second_factor',
  'shop',
  'remote',
  'reveal',
  'tables',
];

/** A translator for the texts of every namespace, with prefixed keys. */
export type Translate = TFunction<Namespaces>;

/** The key of a text with its namespace: `server:event.slot.added`. */
export type TextKey = Extract<ParseKeys<Namespaces>, `${Namespaces[number]}:${string}`>;

/** The values for a text's `{{placeholders}}`. */
export type TextValues = Record<string, string | number>;

/** Translates a text whose key is only known at run time. */
export function say(t: Translate, key: TextKey, values: TextValues = {}): string {
  // Without the cast the compiler would check every combination of keys, which is slow.
  return (t as (key: TextKey, values: TextValues) => string)(key, values);
}
