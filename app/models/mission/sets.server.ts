import type { Language } from '~/i18n/languages';
import type { MissionRow } from '~db/schema';
import type { MissionSet } from './rules';
import de from './sets/de.json';
import en from './sets/en.json';
import es from './sets/es.json';
import fr from './sets/fr.json';
import nl from './sets/nl.json';

/** The ready sets by language. Each was written for its language; the same numbers are the same missions. */
export const SET_TEXTS: Record<Language, Record<MissionSet, string[]>> = { fr, en, es, de, nl };

/** A mission in the reader's language: the organizer's words, or the set's. */
export function missionText(
  mission: Pick<MissionRow, 'text' | 'set' | 'number'>,
  language: Language,
): string {
  const { text, set, number } = mission;
  if (text !== null || set === null) return text ?? '';
  return SET_TEXTS[language][set][number ?? 0] ?? '';
}
