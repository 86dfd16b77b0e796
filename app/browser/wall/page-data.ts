import type { Language } from '~/i18n/languages';
import type { WallTexts } from './texts';

/** What the page of a wall passes to its script. */
export interface WallPageData {
  /** The wall's own key, part of its URLs. */
  key: string;
  /** Equal to the one in the state: the page reloads when the state has another. */
  version: string;
  language: Language;
  /** The namespace `wall_screen` in this language. */
  texts: WallTexts;
}
