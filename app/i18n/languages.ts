/**
 * The product's languages: each one's own name, its locale for Intl, and its decimal separator. English is British:
 * days come before months, and am and pm are in lower case.
 */
export const LANGUAGE_FACTS = {
  fr: { name: 'Français', locale: 'fr-FR', decimalMark: ',' },
  en: { name: 'English', locale: 'en-GB', decimalMark: '.' },
  es: { name: 'Español', locale: 'es-ES', decimalMark: ',' },
  de: { name: 'Deutsch', locale: 'de-DE', decimalMark: ',' },
  nl: { name: 'Nederlands', locale: 'nl-NL', decimalMark: ',' },
} as const satisfies Record<string, { name: string; locale: string; decimalMark: '.' | ',' }>;

export type Language = keyof typeof LANGUAGE_FACTS;
export const LANGUAGES = Object.keys(LANGUAGE_FACTS) as Language[];
export const DEFAULT_LANGUAGE: Language = 'fr';

/** The name of the cookie and of the local-storage key for the language (rule `language.choice`). */
export const LANGUAGE_KEY = 'preferred_language';

/** The texts that every guest page loads. Further namespaces are loaded with the screens that use them. */
export const GUEST_NAMESPACES = ['common', 'errors', 'auth', 'event'] as const;

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** The label of a stored language. An unknown one is shown as Deutsch, a missing one as French. */
export function languageLabel(stored: string | null): string {
  if (stored === null) return LANGUAGE_FACTS[DEFAULT_LANGUAGE].name;
  return LANGUAGE_FACTS[isLanguage(stored) ? stored : 'de'].name;
}

/** The page in another language, and the label of its link: “Read this in English”. */
export interface Translation {
  language: Language;
  label: string;
}
