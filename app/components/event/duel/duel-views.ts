/** What the page of a duel shows. */
export interface DuelView {
  eventId: number;
  duelId: number;
  title: string;
  /** Below the title: what one tap does, or how it ended. */
  lead: string;
  state: 'running' | 'counting' | 'over';
  photos: DuelPhoto[];
  /** When it began and ends, in ms by the server's clock. */
  startedAt: number;
  endsAt: number;
  /** “Until 11:04 pm”, where no script counts down. */
  until: string;
  /** What the reader may do: choose, watch because one of the photos is theirs, or join first. */
  may: 'choose' | 'watch' | 'join';
  /** Where the page leads once it is over. */
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
  /** “12 taps”, once everybody may know; null before that. */
  taps: string | null;
}
