/** How many things of each kind wait for an organizer (rule `desk.needs`). */
export interface NeedCounts {
  /** Reports that nobody has reviewed. */
  reports: number;
  /** Photos that wait for approval (rule `approval.what`). */
  waiting: number;
  /** Messages that the organizer has not read. */
  messages: number;
  /** People who found no place in an event that is still full. */
  turnedAway: number;
  /** Payments that Stripe is still processing. */
  payments: number;
  /** Photos whose files are missing or damaged. */
  damaged: number;
}

/** What else waits for an organizer, once or not at all. */
export interface OtherNeeds {
  /** Whether the event ends today or tomorrow; null if it does not. */
  end: 'today' | 'tomorrow' | null;
  /** Whether a name and an address are enough to run the event (rule `sign-in.organizer`). */
  isDoorOpen: boolean;
  /** Whether there is a private link that its organizer has not kept yet (rule `sign-in.return-link`). */
  hasReturnLink: boolean;
  /** Whether the server takes no photos, because its disk is full or its storage fails (rule `screens.health`). */
  isStorageClosed: boolean;
  /** Whether the result waits for the reveal: voting is closed, and guests do not see it (rule `standings.reveal`). */
  isRevealDue: boolean;
  /** The places left if they run short and nobody has been turned away yet; null otherwise. */
  placesLeft: number | null;
}

/** From this share on, places are running short. */
const SHORT_PART = 0.9;

/**
 * The state of an event's places.
 * @param places how many are taken, and how many there are
 */
export function placesState({ count, max }: { count: number; max: number }) {
  if (count >= max) return 'full';
  return count >= max * SHORT_PART ? 'short' : 'free';
}

/**
 * The number that the desk and the phone's bar show. Turned-away people count as one thing, and so do damaged photos.
 */
export function totalOf(
  counts: NeedCounts,
  { end, isDoorOpen, hasReturnLink, isStorageClosed, isRevealDue, placesLeft }: OtherNeeds,
): number {
  const { reports, waiting, messages, payments, turnedAway, damaged } = counts;
  const others = [
    turnedAway > 0,
    damaged > 0,
    end !== null,
    isDoorOpen,
    hasReturnLink,
    isStorageClosed,
    isRevealDue,
    placesLeft !== null,
  ];
  return reports + waiting + messages + payments + others.filter(Boolean).length;
}

/** When an event ends, if that is near. */
export function nearEnd(daysLeft: number): OtherNeeds['end'] {
  if (daysLeft === 0) return 'today';
  return daysLeft === 1 ? 'tomorrow' : null;
}
