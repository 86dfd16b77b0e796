/** The data of a duel's page. */
export interface DuelView {
  eventId: number;
  duelId: number;
  title: string;
  /** The text below the title: what a tap does, or how the duel ended. */
  lead: string;
  state: 'running' | 'counting' | 'over';
  photos: DuelPhoto[];
  /** When it began and ends, in ms by the server's clock. */
  startedAt: number;
  endsAt: number;
  /** “Until 11:04 pm”, shown if no script counts down. */
  until: string;
  /** What the reader may do: choose, watch because one of the photos is theirs, or join first. */
  may: 'choose' | 'watch' | 'join';
  /** The URL that the page leads to once it is over. */
  next: { to: string; label: string };
}

export interface DuelPhoto {
  id: number;
  imageUrl: string;
  width: number;
  height: number;
  caption: string | null;
  userName: string;
  /** Whether it has the reader's tap. */
  isChosen: boolean;
  hasWon: boolean;
  /** “12 taps”, once everybody may know the number; null before that. */
  taps: string | null;
}
