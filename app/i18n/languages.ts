/** The product's languages. The first one is the default. */
export const LANGUAGES = ['fr', 'en', 'es', 'de', 'nl'] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = 'fr';

/** Each language's own name. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  fr: 'Français',
  en: 'English',
  es: 'Español',
  de: 'Deutsch',
  nl: 'Nederlands',
};

/** The name of the cookie and of the local-storage key for the language (rule `language.choice`). */
export const LANGUAGE_KEY = 'preferred_language';

/** The texts that every guest page loads. Further namespaces are loaded with the screens that use them. */
export const GUEST_NAMESPACES = ['common', 'errors', 'auth', 'event'] as const;

/** The decimal separator of a language. */
export function decimalMarkOf(language: Language): '.' | ',' {
  return language === 'en' ? '.' : ',';
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.includes(value as Language);
}

/** The label of a stored language. An unknown one is shown as Deutsch, a missing one as French. */
export function languageLabel(stored: string | null): string {
  if (stored === null) return LANGUAGE_NAMES[DEFAULT_LANGUAGE];
  return isLanguage(stored) ? LANGUAGE_NAMES[stored] : LANGUAGE_NAMES.de;
}

/** The page in another language, and the label of its link: “Read this in English”. */
export interface Translation {
  language: Language;
  label: string;
}
