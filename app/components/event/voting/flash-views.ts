import type { ClosingWords, VotingLineView } from '~/components/event/event-views';
import type { MissionOffer } from '~/components/event/missions/mission-offer';

/** The flash mission that runs (rule `missions.flash`). */
export interface FlashView {
  /** Its name for screen readers. */
  label: string;
  mission: string;
  note: string;
  /** When it began and ends, in ms by the server's clock. */
  startedAt: number;
  endsAt: number;
  /** “Until 9:40 pm”, where nothing counts down. */
  until: string;
  words: ClosingWords;
  /** Said while this device's clock alone tells the time. */
  device: string;
  act: string;
  /** To the dialog that adds photos, where it is chosen. */
  to: string;
  /** Its choice there. */
  offer: MissionOffer;
}

/** The line below the header, and the flash mission that runs. */
export interface LineView extends VotingLineView {
  flash: FlashView | null;
  /** Whether the line has nothing else to say than the flash mission. */
  isFlash: boolean;
}
