import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, GUEST_NAMESPACES, isLanguage, LANGUAGE_KEY } from './languages';
import { i18nOptions } from './options';

const texts = import.meta.glob<{ default: Record<string, unknown> }>([
  './locales/*/*.json',
  // Written on the server alone. Each file in the list costs every page bytes.
  '!./locales/*/{platform,server,mail}.json',
  // Loaded separately (use-offline-texts.ts).
  '!./locales/*/offline.json',
]);

/**
 * Loads the texts of the page's language only, before the page hydrates, and copies the language to local
 * storage.
 * @param namespaces what this page's routes need beyond the guests' texts (`handle.i18n`)
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
    // No fallback language is loaded, because the texts are complete in each language (a test checks it).
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
    // Storage can be full or forbidden. The cookie is what counts.
  }
}
