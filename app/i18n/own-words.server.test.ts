import { describe, expect, it } from 'vitest';
import { HOSTED_IN_DEFAULT } from '~/env.server';
import { DEMO_DESCRIPTION, DEMO_EVENT_ID, eventTextsOf } from '~/models/event/rules';
import { instanceFor } from './i18n.server';
import { LANGUAGES } from './languages';
import { descriptionOf, hostingWords } from './own-words.server';
import type { Translate } from './translate';

const wordsOf = async (language: (typeof LANGUAGES)[number]) =>
  (await instanceFor(language)).t as Translate;

describe('where photos are hosted', () => {
  /** “France” in a language, as Unicode names it. */
  const franceIn = (language: string) =>
    new Intl.DisplayNames(language, { type: 'region' }).of('FR') ?? '';

  it.each(LANGUAGES)('is France in %s by default', async (language) => {
    const { title, note } = hostingWords(await wordsOf(language), HOSTED_IN_DEFAULT);
    expect(title).toContain(franceIn(language));
    expect(note).toContain(franceIn(language));
  });

  it.each(LANGUAGES)('is the operator’s text, in %s', async (language) => {
    const { title, note } = hostingWords(await wordsOf(language), 'Genève');
    for (const text of [title, note]) {
      expect(text).toContain('Genève');
      expect(text).not.toContain(franceIn(language));
    }
  });

  it.each(LANGUAGES)('is left out if the operator’s text is empty, in %s', async (language) => {
    const { title, note } = hostingWords(await wordsOf(language), '');
    for (const text of [title, note]) {
      expect(text).not.toMatch(/Fran[ck]|Europ|host|héberg|aloja/i);
      expect(text.trim()).not.toBe('');
    }
  });
});

describe('the demo event’s description', () => {
  const demo = { id: DEMO_EVENT_ID, ...eventTextsOf({ description: DEMO_DESCRIPTION }) };

  it('is in the reader’s language', async () => {
    const all = await Promise.all(
      LANGUAGES.map(async (language) => descriptionOf(await wordsOf(language), demo)),
    );
    expect(new Set(all).size).toBe(LANGUAGES.length);
    expect(all[LANGUAGES.indexOf('fr')]).toContain('la démo');
  });

  it('stays as its organizer wrote it', async () => {
    const t = await wordsOf('nl');
    expect(descriptionOf(t, { ...demo, description: 'Hola' })).toBe('Hola');
    expect(descriptionOf(t, { ...demo, id: 2 })).toBe(DEMO_DESCRIPTION);
  });
});
