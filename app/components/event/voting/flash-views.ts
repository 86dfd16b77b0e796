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
  /** “Until 9:40 pm”, shown if nothing counts down. */
  until: string;
  words: ClosingWords;
  /** Shown while the time is known only from this device's clock. */
  device: string;
  act: string;
  /** The URL of the dialog that adds photos, with this mission chosen. */
  to: string;
  /** Its choice there. */
  offer: MissionOffer;
}

/** The line below the header, and the flash mission that runs. */
export interface LineView extends VotingLineView {
  flash: FlashView | null;
  /** Whether the line only has the flash mission to show. */
  isFlash: boolean;
}
