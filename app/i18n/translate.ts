import type { ParseKeys, TFunction } from 'i18next';

/** The namespaces that loaders, actions and notices take their texts from. */
type Namespaces = [
  'common',
  'errors',
  'access',
  'auth',
  'create',
  'event',
  'admin',
  'download',
  'landing',
  'offline',
  'organizer',
  'own',
  'photo',
  'flags',
  'invitation',
  'account',
  'second_factor',
  'shop',
];

/** A translator that knows the texts of every namespace, named with their prefix. */
export type Translate = TFunction<Namespaces>;

/** The name of a text, with its namespace: `own:slot.added`. */
export type TextKey = Extract<ParseKeys<Namespaces>, `${Namespaces[number]}:${string}`>;

/** What a text may hold at its `{{places}}`. */
export type TextValues = Record<string, string | number>;

/** A text whose name is known only at run time. */
export function say(t: Translate, key: TextKey, values: TextValues = {}): string {
  // Asked for all texts at once, the compiler would try each with each.
  return (t as (key: TextKey, values: TextValues) => string)(key, values);
}
