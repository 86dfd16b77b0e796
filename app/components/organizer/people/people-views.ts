// The data that loaders return to the screens about people.

/** A row in a list of people. */
export interface PersonRow {
  id: number;
  name: string;
  selfieUrl: string | null;
  isOrganizer: boolean;
  isCoOrganizer: boolean;
  /** The numbers of their photos and of the stars on these; null if not shown. */
  counts: { photos: number; stars: number } | null;
  /** Whether their photos need no approval (rule `approval.trust`); undefined if the menu does not offer it. */
  isTrusted?: boolean;
  /** Whether a bulk removal is about to remove them. */
  isGoing?: boolean;
}

/** The participants, for the organizer. */
export interface ParticipantsView {
  /**
   * How many participants have joined, and how many may; the organizer does not count (rule `event.places`).
   */
  count: number;
  max: number;
  /** How many people were turned away (rule `event.turned-away`). */
  turnedAway: number;
  /** The people to show: all, those found, or the first few. */
  people: PersonRow[];
}
