import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createInstance, type Resource } from 'i18next';
import { GUEST_NAMESPACES, type Language } from '../../app/i18n/languages';
import { i18nOptions } from '../../app/i18n/options';
import type { Translate } from '../../app/i18n/translate';

const locales = fileURLToPath(new URL('../../app/i18n/locales', import.meta.url));

/**
 * The texts of one language, from its own files only: a missing text counts as missing and is not replaced by another
 * language.
 */
export function textsOf(language: Language): Translate {
  const namespaces: Resource[string] = {};
  for (const file of readdirSync(`${locales}/${language}`)) {
    const text = readFileSync(`${locales}/${language}/${file}`, 'utf8');
    namespaces[file.replace('.json', '')] = JSON.parse(text) as Resource[string][string];
  }
  const i18n = createInstance();
  void i18n.init({
    ...i18nOptions,
    resources: { [language]: namespaces },
    lng: language,
    fallbackLng: false,
    ns: [...GUEST_NAMESPACES],
    initImmediate: false,
  });
  return i18n.t as Translate;
}
