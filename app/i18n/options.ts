import type { InitOptions } from 'i18next';
import { DEFAULT_LANGUAGE, GUEST_NAMESPACES, LANGUAGES } from './languages';

/** What server and browser must agree on. React escapes, so i18next must not. */
export const i18nOptions = {
  supportedLngs: [...LANGUAGES],
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: 'common',
  ns: [...GUEST_NAMESPACES],
  // Errors that only the administrator can meet are no load for guests: `errors:code` finds them here.
  fallbackNS: 'admin_errors',
  interpolation: { escapeValue: false },
  returnNull: false,
} satisfies InitOptions;
