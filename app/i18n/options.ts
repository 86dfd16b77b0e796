import type { InitOptions } from 'i18next';
import { isolate } from './isolate';
import { DEFAULT_LANGUAGE, GUEST_NAMESPACES, LANGUAGES } from './languages';

/** Options that server and browser share. React escapes, so i18next's `escape` only isolates. */
export const i18nOptions = {
  supportedLngs: [...LANGUAGES],
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: 'common',
  ns: [...GUEST_NAMESPACES],
  interpolation: { escapeValue: true, escape: isolate },
  returnNull: false,
} satisfies InitOptions;
