import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, GUEST_NAMESPACES, isLanguage, LANGUAGE_KEY } from './languages';
import { i18nOptions } from './options';

const texts = import.meta.glob<{ default: Record<string, unknown> }>([
  './locales/*/*.json',
  // What the platform writes in messages is written on the server.
  '!./locales/*/platform.json',
  // What is shown offline brings its own (use-offline-texts.ts).
  '!./locales/*/offline.json',
]);

/**
 * Loads the texts of the page's language and nothing else, before the page comes alive; mirrors the
 * choice to local storage.
 * @param namespaces what this page's routes ask for beyond the guests' texts (`handle.i18n`)
 */
export async function startI18n(namespaces: string[]): Promise<i18n> {
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
        const load = texts[`./locales/${lang}/${namespace}.json`];
        if (!load) return done(new Error(`no texts: ${lang}/${namespace}`), null);
        load().then(
          (loaded) => done(null, loaded.default),
          (error: unknown) => done(error, null),
        );
      },
    })
    // Only the page's language is fetched: the texts are complete in each (a test sees to it).
    .init({
      ...i18nOptions,
      lng,
      fallbackLng: false,
      ns: [...new Set([...GUEST_NAMESPACES, ...namespaces])],
    });
  return i18next;
}

function mirrorLanguage(language: string): void {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // Storage can be full or forbidden; the cookie is what counts.
  }
}
