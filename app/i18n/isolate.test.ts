import { describe, expect, test } from 'vitest';
import { instanceFor } from './i18n.server';
import { isolate } from './isolate';
import { LANGUAGES } from './languages';
import { retentionWarning } from './platform-texts.server';
import { textAbout } from './text-about';
import type { Translate } from './translate';

const isolated = (value: string) => `\u2068${value}\u2069`;

describe('isolating right-to-left values', () => {
  test.each([
    '12 \u05d3\u05e0\u05d4 7',
    '\u0644\u064a\u0644\u0649 (2)',
    '\u071b\u071d\u0722',
    '\u0780\u0783',
    '\u07d2\u07de',
    'Jo & \ufb2a',
    '\u{1e900}\u{1e901}',
  ])('%s is isolated', (name) => {
    expect(isolate(name)).toBe(isolated(name));
  });

  test.each([
    '',
    '48',
    'Zo\u00eb <b>&</b> "Li"',
    '\u0141ukasz \u0391\u03b8\u03b7\u03bd\u03ac \u041e\u043b\u044f \u5f20\u4f1f \ud64d \u0e2a\u0e21',
    '\u{1f468}\u200d\u{1f469} 2026',
    'https://example.com/auth/join?event=%D7%93&organizer=A',
  ])('%s stays as it is', (value) => {
    expect(isolate(value)).toBe(value);
  });
});

test('translated sentences isolate such names in every language, and escape nothing', async () => {
  for (const language of LANGUAGES) {
    const t = (await instanceFor(language)).t as Translate;
    const name = '12 \u05d3\u05e0\u05d4';
    expect(t('event:photo.alt', { name })).toContain(isolated(name));
    const altOf = textAbout((values) => t('event:photo.alt', values));
    expect(altOf(name)).toBe(t('event:photo.alt', { name }));
    expect(altOf('Jo $& <&> Li')).toBe(t('event:photo.alt', { name: 'Jo $& <&> Li' }));
    expect(t('event:photo.alt', { name: 'Jo <&> Li' })).toContain('Jo <&> Li');
    expect(t('event:photo.alt', { name: 'Jo <&> Li' })).not.toMatch(/[\u2068\u2069]/);
    const warning = { language, eventName: name, endDate: '2026-06-01', lastDay: '2026-07-01' };
    expect(retentionWarning(warning as never)).toContain(isolated(name));
  }
});
