/** The languages of the product; the first is what an unknown visitor reads. */
export const LANGUAGES = ['fr', 'en', 'es', 'de', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'fr';

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: 'Français',
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  nl: 'Nederlands',
};

/**
 * The name of the cookie and of the local-storage key that keep the choice (rule
 * `language.choice`).
 */
export const LANGUAGE_KEY = 'preferred_language';

/** Texts that every guest page carries; further namespaces are loaded with the screens that use them. */
export const GUEST_NAMESPACES = ['common', 'errors', 'auth', 'event'] as const;

/** How numbers are written in a language. */
export function decimalMarkOf(language: Language): '.' | ',' {
  return language === 'en' ? '.' : ',';
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** The label of a stored choice; an unknown one is shown as Deutsch, an absent one is French. */
export function languageLabel(stored: string | null): string {
  if (stored === null) return LANGUAGE_NAMES[DEFAULT_LANGUAGE];
  return isLanguage(stored) ? LANGUAGE_NAMES[stored] : LANGUAGE_NAMES.de;
}

/** The same page in another language: which, and how its readers say “Read this in English”. */
export interface Translation {
  language: Language;
  label: string;
}
