import { createInstance, type i18n, type Resource } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { RemixI18Next } from 'remix-i18next/server';
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_KEY,
  LANGUAGES,
  type Language,
  type Translation,
} from './languages';
import type { Translate } from './translate';
import { i18nOptions } from './options';

const texts = import.meta.glob<Record<string, unknown>>('./locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** All texts by language and namespace. */
const resources: Resource = {};
for (const [path, namespaceTexts] of Object.entries(texts)) {
  const [, language = '', namespace = ''] = /locales\/(.+)\/(.+)\.json$/.exec(path) ?? [];
  (resources[language] ??= {})[namespace] = namespaceTexts as Resource[string][string];
}

const ONE_YEAR_S = 365 * 24 * 60 * 60;

const detector = new RemixI18Next({
  detection: {
    supportedLanguages: [...LANGUAGES],
    fallbackLanguage: DEFAULT_LANGUAGE,
    // The cookie, then French (rule `language.choice`). The browser's own setting does not count.
    findLocale: async (request) => storedLanguage(request),
    order: ['custom'],
  },
});

/** The language of the response to a request. */
export async function languageOf(request: Request): Promise<Language> {
  const language = await detector.getLocale(request);
  return isLanguage(language) ? language : DEFAULT_LANGUAGE;
}

/**
 * The language of a file: the URL's `lang`, else the request's. A spreadsheet that fetches it sends no
 * cookie.
 */
export async function fileLanguageOf(request: Request): Promise<Language> {
  const asked = new URL(request.url).searchParams.get('lang');
  return isLanguage(asked) ? asked : languageOf(request);
}

const browsers = new RemixI18Next({
  detection: {
    supportedLanguages: [...LANGUAGES],
    // No supported language.
    fallbackLanguage: '',
    order: ['header'],
  },
});

/** The page in the browser's own language, if that is supported and differs from the page's; else null. */
export async function translationOf(request: Request): Promise<Translation | null> {
  const own = await browsers.getLocale(request);
  if (!isLanguage(own) || own === (await languageOf(request))) return null;
  return { language: own, label: (await instanceFor(own)).t('server:auth.card.read_here') };
}

/** The language in the cookie, supported or not; null if there is none. */
export function storedLanguage(request: Request): string | null {
  const pattern = new RegExp(`(?:^|;\\s*)${LANGUAGE_KEY}=([^;]*)`);
  return pattern.exec(request.headers.get('Cookie') ?? '')?.[1] || null;
}

/** The header that stores a language. Scripts may read the cookie, because the browser copies it. */
export function rememberLanguage(language: Language): string {
  return `${LANGUAGE_KEY}=${language}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`;
}

/** Translates texts for loaders and actions into the request's language. */
export async function translator(request: Request): Promise<Translate> {
  return (await instanceFor(await languageOf(request))).t as Translate;
}

const instances = new Map<Language, Promise<i18n>>();

/** One instance per language. Rendering never changes it, so requests can share it. */
export function instanceFor(language: Language): Promise<i18n> {
  let instance = instances.get(language);
  if (!instance) {
    const created = createInstance();
    instance = created
      .use(initReactI18next)
      .init({ ...i18nOptions, resources, lng: language })
      .then(() => created);
    instances.set(language, instance);
  }
  return instance;
}
