import type { InitOptions } from 'i18next';
import { CAPTION_MAX } from '~/models/photo/caption';
import { FAVORITES_MAX } from '~/models/photo/star';
import { isolate } from './isolate';
import { DEFAULT_LANGUAGE, GUEST_NAMESPACES, LANGUAGES } from './languages';

/** The values that every text can name. */
export const TEXT_DEFAULTS = { stars: FAVORITES_MAX, letters: CAPTION_MAX };

/** Options that server and browser share. React escapes, so i18next's `escape` only isolates. */
export const i18nOptions = {
  supportedLngs: [...LANGUAGES],
  fallbackLng: DEFAULT_LANGUAGE,
  defaultNS: 'common',
  ns: [...GUEST_NAMESPACES],
  interpolation: { escapeValue: true, escape: isolate, defaultVariables: TEXT_DEFAULTS },
  returnNull: false,
} satisfies InitOptions;
