import type { Language } from '~/i18n/languages';
import type { WallTexts } from './texts';

/** What a wall's page tells its script. */
export interface WallPageData {
  /** The wall's own key, part of its URLs. */
  key: string;
  /** The same as in the state: the page reloads itself when the state has another. */
  version: string;
  language: Language;
  /** The namespace `wall_screen` in this language. */
  texts: WallTexts;
}
