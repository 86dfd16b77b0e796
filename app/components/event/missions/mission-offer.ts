import type { MissionKey } from '~/models/mission/rules';

/** A mission that a photo may be for, and the words of its choice. */
export interface MissionOffer {
  id: MissionKey;
  label: string;
  /**
   * Whether it is chosen until somebody says otherwise: a flash mission for each photo, and a card's mission, where its own
   * button or the scanned code led, for the first one.
   */
  isChosen?: boolean;
}

/** A button that opens the sheet for one mission: where it leads, and what the sheet offers there. */
export interface MissionTake {
  to: string;
  offer: MissionOffer;
}
