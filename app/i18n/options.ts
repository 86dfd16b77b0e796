import type { InitOptions } from 'i18next';
import { isolate } from './isolate';
import { DEFAULT_LANGUAGE, GUEST_NAMESPACES, LANGUAGES } from './languages';

/** What server and browser must agree on. React escapes, so what i18next calls so isolates alone. */
export const i18nOptions = {
  supportedLngs: [...LANGUAGES],
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: 'common',
  ns: [...GUEST_NAMESPACES],
  // Errors that only an organizer, or only the administrator, can meet are no load for guests: `errors:code`
  // finds them here.
  fallbackNS: ['desk_errors', 'admin_errors'],
  interpolation: { escapeValue: true, escape: isolate },
  returnNull: false,
} satisfies InitOptions;
