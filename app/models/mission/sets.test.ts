import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '~/i18n/languages';
import { cleanMission, MISSION_SETS, missionLettersLeft, SET_SIZE } from './rules';
import { SET_TEXTS } from './sets.server';

describe.each(LANGUAGES)('the ready sets in %s', (language) => {
  test.each(MISSION_SETS)('%s has thirty different missions of up to 40 letters', (set) => {
    const texts = SET_TEXTS[language][set];
    expect(texts).toHaveLength(SET_SIZE);
    expect(new Set(texts).size).toBe(SET_SIZE);
    for (const text of texts) {
      expect(cleanMission(text)).toBe(text);
      expect([text, missionLettersLeft(text) >= 0]).toEqual([text, true]);
      expect(text).not.toMatch(/['"]|\.\.\.|\s[:;!?]/);
    }
  });
});
