import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { GUEST_NAMESPACES, LANGUAGES, type Language } from '~/i18n/languages';
import { TEXT_DEFAULTS } from '~/i18n/options';
import { ERROR_STATUS } from '~/models/errors';
import { FAVORITES_MAX } from '~/models/photo/star';
import { hyphenationIn } from '~/services/pdf/hyphenation.server';

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
const placeholders = (text: string): string[] => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).sort();
/** A translation may name these even where the English does not. */
const ALWAYS_THERE = Object.keys(TEXT_DEFAULTS).map((name) => `{{${name}}}`);

/** The further texts that browsers can load, by language: what a page does not find there, it never shows. */
const further = import.meta.glob<{ default: Record<string, unknown> }>('../app/i18n/further/*.ts', {
  eager: true,
});
/** Written on the server or in the wall's page, or loaded another way (use-offline-texts.ts). */
const ELSEWHERE = ['mail', 'offline', 'platform', 'server', 'wall_screen'];

/** What is each language's own. */
interface OwnWords {
  /** The name of a visitor's role. */
  visitor: string;
  /** A word for the stars. */
  star: RegExp;
  /** What its typography does not allow in a text. */
  wrong: RegExp;
}
const OWN: Record<Language, OwnWords> = {
  en: {
    visitor: 'Visitor',
    star: /star|favorite/i,
    // The English is the specification's, with its three dots.
    wrong: /\s[:;!?…]/,
  },
  fr: {
    visitor: 'En visite',
    star: /étoile|préférées/i,
    wrong: /\s…|[^\u202f\d][:;!?%»](?!\w|\/\/)(?<!\{\{\w+\}\}:)|«[^\u202f]|\.\.\.|e-mail|'/i,
  },
  es: {
    visitor: 'De visita',
    star: /estrella|favorit/i,
    wrong: /\s[:;!?…]|[^\u00a0]%|\.\.\.|'/,
  },
  de: {
    visitor: 'Besucher',
    star: /stern|favorit/i,
    wrong: /\s[:;!?]|[^\u00a0][…%]|\.\.\.|e-mail|"|'/i,
  },
  nl: {
    visitor: 'Bezoeker',
    star: /\bster|favoriet/i,
    wrong: /\s[:;!?…]|\.\.\.|e-mail|'/i,
  },
};

/** A language has as many forms of an ordinal as its rules have: 1st, 2nd, 3rd and 4th, but 1. and 2. */
function asOrdinalsOf(language: string) {
  const { pluralCategories } = new Intl.PluralRules(language, {
    type: 'ordinal',
  }).resolvedOptions();
  return ([key, text]: readonly [string, string]): [string, string][] => {
    const [stem, form] = key.split('_ordinal_');
    if (form === undefined) return [[key, text]];
    // The last one in English stands for all.
    if (form !== 'other') return [];
    return pluralCategories.map((category) => [`${stem}_ordinal_${category}`, text]);
  };
}

describe.each(LANGUAGES)('texts in %s', (language) => {
  it('are within reach of browsers', () => {
    const lists = further[`../app/i18n/further/${language}.ts`]?.default ?? {};
    const reached = Object.keys(lists).map((path) => basename(path, '.json'));
    const wanted = namespaces.filter(
      (one) => !GUEST_NAMESPACES.some((name) => name === one) && !ELSEWHERE.includes(one),
    );
    expect(reached.sort()).toEqual(wanted.sort());
    expect(Object.keys(lists).every((path) => path.includes(`/${language}/`))).toBe(true);
  });

  it.each(namespaces)('%s has every key, filled, with the same placeholders', (namespace) => {
    const english = flatten(texts('en', namespace)).flatMap(asOrdinalsOf(language));
    const translated = new Map(flatten(texts(language, namespace)));
    expect([...translated.keys()].sort()).toEqual(english.map(([key]) => key).sort());
    for (const [key, text] of english) {
      const own = translated.get(key) ?? '';
      expect(own.trim(), key).not.toBe('');
      const wanted = placeholders(text);
      const isWanted = (one: string) => wanted.includes(one) || !ALWAYS_THERE.includes(one);
      // A singular may say "one" where the plural has a count.
      if (!key.endsWith('_one')) expect(placeholders(own).filter(isWanted), key).toEqual(wanted);
    }
  });

  it('has a text for every error code and for no other', () => {
    const codes = Object.keys(texts(language, 'errors'));
    expect(codes.sort()).toEqual(Object.keys(ERROR_STATUS).sort());
  });
});

test.each(LANGUAGES)('the invitation hyphenates long words in %s', (language) => {
  expect(hyphenationIn(language)('international').length).toBeGreaterThan(1);
});

describe('names of things', () => {
  it.each(LANGUAGES)('the ranking’s tab and screen are the Top in %s', (language) => {
    const title = (texts(language, 'event').title as Texts).top;
    expect([(texts(language, 'common').nav as Texts).top, title]).toEqual(['Top', 'Top']);
  });

  it.each(LANGUAGES)('a visitor’s role has one name in %s', (language) => {
    const event = texts(language, 'event');
    const word = OWN[language].visitor;
    expect([(event.role as Texts).visitor, event.visitor_name]).toEqual([word, word]);
  });
});

/** All texts of a language, with a word in place of each placeholder. */
const all = (language: string) =>
  namespaces.flatMap((namespace) =>
    flatten(texts(language, namespace)).map(
      ([key, text]) => [`${namespace}:${key}`, text.replace(/\{\{\w+\}\}/g, 'X')] as const,
    ),
  );

describe('words', () => {
  /** The words in `code` of the last column of a language's table in docs/words.md. */
  function neverSaid(name: string): RegExp[] {
    const page = readFileSync(join(app, '../docs/words.md'), 'utf8');
    const [, chapter = ''] = page.split(`## ${name}\n`);
    const [table = ''] = chapter.split('\n## ');
    const columns = table.split('\n').map((row) => row.split(' | ')[2] ?? '');
    const words = columns.flatMap((column) => [...column.matchAll(/`([^`]+)`/g)].map(([, w]) => w));
    return words.map((word = '') => {
      const end = word.endsWith('*') ? '' : '(?!\\p{L})';
      return new RegExp(`(?<!\\p{L})${word.replace('*', '')}${end}`, 'iu');
    });
  }

  const names = new Intl.DisplayNames('en', { type: 'language' });

  it.each(LANGUAGES)('%s says none of the words that docs/words.md rules out', (language) => {
    const never = neverSaid(names.of(language) ?? '');
    expect(never.length).toBeGreaterThan(5);
    const wrong = all(language).filter(([, text]) => never.some((word) => word.test(text)));
    expect(wrong).toEqual([]);
  });

  it.each(LANGUAGES)('no text in %s says how many stars there are but by {{stars}}', (language) => {
    const { numbers } = texts(language, 'event').star_news as { numbers: string };
    // In words from two on.
    const word = numbers.split(' ')[FAVORITES_MAX - 2];
    const number = new RegExp(`\\b(${word}|${FAVORITES_MAX})\\b`, 'i');
    const { star } = OWN[language];
    const wrong = all(language).filter(([, text]) => number.test(text) && star.test(text));
    expect(wrong).toEqual([]);
  });

  it.each([
    ['fr', /^X (?:sur X )?\p{L}+(?:ées|ises|aits|aites)\b/u],
    ['es', /^X (?:de X )?\p{L}+(?:ad|id|ch)[ao]s\b/u],
  ])(
    'no participle in %s follows a number that may be one, without a form for it',
    (language, plural) => {
      const alone = all(language).filter(([key]) => !/_(one|other|zero)$/.test(key));
      expect(alone.filter(([, text]) => plural.test(text))).toEqual([]);
    },
  );

  it.each(LANGUAGES)('the two names have one label each, typed or printed, in %s', (language) => {
    const { event, organizer } = texts(language, 'invitation');
    const fields = texts(language, 'auth').fields as Texts;
    expect([event, organizer]).toEqual([fields.event, fields.organizer]);
  });
});

describe('typography', () => {
  it.each(LANGUAGES)('spaces, dots, hyphens and quotation marks are those of %s', (language) => {
    const texts = all(language).filter(([, text]) => OWN[language].wrong.test(text));
    expect(texts).toEqual([]);
  });
});
