import type { TFunction } from 'i18next';

/** A translator that knows the texts of every namespace, named with their prefix. */
export type Translate = TFunction<
  [
    'common',
    'errors',
    'auth',
    'event',
    'admin',
    'download',
    'organizer',
    'flags',
    'invitation',
    'account',
    'shop',
  ]
>;
