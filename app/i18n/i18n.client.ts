import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, GUEST_NAMESPACES, isLanguage, LANGUAGE_KEY } from './languages';
import { i18nOptions } from './options';

type LoadTexts = () => Promise<{ default: Record<string, unknown> }>;

/** The guests' texts (GUEST_NAMESPACES), by file. */
const texts = import.meta.glob<{ default: Record<string, unknown> }>(
  './locales/*/{common,errors,auth,event}.json',
);
/**
 * The other texts of each language, by file. Each list is in its language's file of guest texts: this module is
 * loaded with every page, and the names of all files in all languages would be more than half a kilobyte of it.
 */
const further = import.meta.glob<{ default: Record<string, LoadTexts> }>('./further/*.ts');

async function loadTexts(language: string, namespace: string): Promise<Record<string, unknown>> {
  const path = `./locales/${language}/${namespace}.json`;
  const load = texts[path] ?? (await further[`./further/${language}.ts`]?.())?.default[`.${path}`];
  if (!load) throw new Error(`no texts: ${language}/${namespace}`);
  return (await load()).default;
}

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
        loadTexts(lang, namespace).then(
          (loaded) => done(null, loaded),
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
