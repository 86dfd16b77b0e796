import type { MissionKey } from '~/models/mission/rules';

/** A mission that a photo may be for, and the texts for choosing it. */
export interface MissionOffer {
  id: MissionKey;
  label: string;
  /**
   * Whether it is chosen by default: a flash mission for each photo; a card's mission for the first photo, if the
   * card's button or the scanned code led here.
   */
  isChosen?: boolean;
}

/** A button that opens the sheet for one mission: its URL, and what the sheet offers there. */
export interface MissionTake {
  to: string;
  offer: MissionOffer;
}
