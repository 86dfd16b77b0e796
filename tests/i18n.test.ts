import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '~/i18n/languages';
import { ERROR_STATUS } from '~/models/errors';

const app = fileURLToPath(new URL('../app', import.meta.url));
const locales = join(app, 'i18n/locales');

type Texts = { [key: string]: string | Texts };

const texts = (language: string, namespace: string) =>
  JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')) as Texts;

function flatten(tree: Texts, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}

const namespaces = readdirSync(join(locales, 'en')).map((file) => file.replace('.json', ''));
const placeholders = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).sort();

describe.each(LANGUAGES)('texts in %s', (language) => {
  it.each(namespaces)('%s has every key, filled, with the same placeholders', (namespace) => {
    const english = flatten(texts('en', namespace));
    const translated = new Map(flatten(texts(language, namespace)));
    expect([...translated.keys()].sort()).toEqual(english.map(([key]) => key).sort());
    for (const [key, text] of english) {
      const own = translated.get(key) ?? '';
      expect(own.trim(), key).not.toBe('');
      // A singular may say "one" where the plural has a count.
      if (!key.endsWith('_one')) expect(placeholders(own), key).toEqual(placeholders(text));
    }
  });

  it('has a text for every error code and for no other', () => {
    const codes = Object.keys(texts(language, 'errors'));
    expect(codes.sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });
});

describe('names of things', () => {
  it.each(LANGUAGES)('the ranking’s tab and screen are the Top in %s', (language) => {
    const title = (texts(language, 'event').title as Texts).top;
    expect([(texts(language, 'common').nav as Texts).top, title]).toEqual(['Top', 'Top']);
  });

  it.each([
    ['en', 'Visitor'],
    ['fr', 'Visiteur'],
    ['es', 'Visitante'],
    ['de', 'Besucher'],
    ['nl', 'Bezoeker'],
  ])('a visitor’s role has one name in %s', (language, word) => {
    const event = texts(language, 'event');
    expect([(event.role as Texts).visitor, event.visitor_name]).toEqual([word, word]);
  });
});

describe('words', () => {
  const all = (language: string) =>
    namespaces.flatMap((namespace) =>
      flatten(texts(language, namespace)).map(
        ([key, text]) => [`${namespace}:${key}`, text.replace(/\{\{\w+\}\}/g, '')] as const,
      ),
    );

  it.each([
    ['fr', 'a guest is an invité', /\bparticipants?\b/i],
    ['de', 'a guest is a Gast', /Teilnehmer|Veranstalter|freiwillig/],
    [
      'es',
      'a report is a denuncia, a photo a favorita, and both are eliminado',
      /\bselfis?\b|favoritos|borrad[oa]|\bborrar (el )?event|hueco/i,
    ],
    ['en', 'nothing stands, lies or shall', /\b(shall|lies?|stands? (here|beside))\b/],
  ])('in %s %s', (language, _, other) => {
    expect(all(language).filter(([, text]) => other.test(text))).toEqual([]);
  });

  it.each(LANGUAGES)('the two names have one label each, typed or printed, in %s', (language) => {
    const { event, organizer } = texts(language, 'invitation');
    const fields = texts(language, 'auth').fields as Texts;
    expect([event, organizer]).toEqual([fields.event, fields.organizer]);
  });
});

describe('French typography', () => {
  it.each(namespaces)('%s keeps a no-break space before : ; ! ?', (namespace) => {
    const wrong = flatten(texts('fr', namespace)).filter(([, text]) => /\S [:;!?»]|« /.test(text));
    expect(wrong).toEqual([]);
  });
});
