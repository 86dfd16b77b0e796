import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, DEFAULT_LANGUAGE, LANGUAGE_KEY } from './languages';
import { i18nOptions } from './options';

const texts = import.meta.glob<{ default: Record<string, unknown> }>('./locales/*/*.json');

/**
 * Loads the texts of the page's language and nothing else, before the page comes alive; mirrors the
 * choice to local storage (C§7).
 */
export async function startI18n(): Promise<i18n> {
  const language = document.documentElement.lang;
  const lng = isLanguage(language) ? language : DEFAULT_LANGUAGE;
  mirrorLanguage(lng);
  await i18next
    .use(initReactI18next)
    .use({
      type: 'backend',
      read: (
        lang: string,
        namespace: string,
        done: (error: unknown, texts: Record<string, unknown> | null) => void,
      ) => {
        texts[`./locales/${lang}/${namespace}.json`]?.().then(
          (loaded) => done(null, loaded.default),
          (error: unknown) => done(error, null),
        );
      },
    })
    // Only the page's language is fetched: the texts are complete in each (a test sees to it).
    .init({ ...i18nOptions, lng, fallbackLng: false });
  return i18next;
}

function mirrorLanguage(language: string): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Storage can be full or forbidden; the cookie is what counts.
  }
}
