import type { HandView, MissionWinnersView } from './mission-views';
import type { KeepsakesView, NamingView } from './keepsake-views';
import type { DaysView } from '~/i18n/format';
import type { FeedLine, PodiumPlace } from '~/models/photo/star';
import type { TopPhoto } from '~/models/photo/shape';
import type { ClosingMark } from '~/models/photo/voting';
import type { FeedSort } from '~/models/photo/rules';
import type { Role } from '~/models/user/rules';

// The data that loaders return to the event's screens, with formatted dates.

/** The line under a screen's title. */
export interface EventLine {
  name: string;
  photoCount: number;
  /** 0 on the last day, negative after it. */
  daysLeft: number;
  /** When it will start, in the reader's language; null once it has started. */
  starts: string | null;
}

/** A photo with the data for its star button. It has no count, so that nobody votes with the crowd. */
export interface StarrablePhoto {
  id: number;
  userName: string;
  isOwn: boolean;
  /** The note that replaces the star of a photo that only some see (rules `photos.hidden`, `approval.what`). */
  note?: string;
  /** Whether the note says that the photo waits for the organizer. */
  isWaiting?: boolean;
}

/** A photo that can be shown large or small without layout shifts. */
export interface Slide extends StarrablePhoto {
  imageUrl: string;
  /** Its owner's caption (rule `photos.caption`). */
  caption: string | null;
  /** The full file's size in pixels. */
  width: number;
  height: number;
  /** A tiny preview as a data URI. */
  placeholder: string;
  userSelfie: string | null;
  /** The mission it was taken for, with the URL of all photos for it. */
  mission?: { to: string; text: string };
  /** “Yesterday at 10:41 pm”, in the viewer; missing until the server has answered. */
  added?: string;
}

/** A photo on the contact sheet. */
export interface SheetPhoto extends Slide {
  userId: number;
}

/** The data for giving stars on any screen. */
export interface Voting {
  isEnabled: boolean;
  /** Why none can be given now, as text. */
  why?: string;
  /** A visitor's star leads to Login/Register (rule `roles.visitor`). */
  isVisitor: boolean;
  /** The photos the user has starred. */
  starredIds: number[];
}

/** The line below the header about the times of voting (rule `voting.line`), or a table (rule `tables.first`). */
export interface VotingLineView {
  /** Its name for screen readers. */
  label: string;
  /** “Voting opens at 8 pm”, “Stars count until 11 pm”, “Voting is closed”. */
  text: string;
  /** The text with the number of stars left to give, indexed by that number; null if it is not shown. */
  withLeft: string[] | null;
  /** The clock, or the tables' bulbs. */
  icon?: 'bulbs';
  /** The URL that it leads to: the curtain while standings are hidden; null if none. */
  to: string | null;
  /** When it changes by itself, in ms by the server's clock; null if it does not. */
  turnsAt: number | null;
  /** Whether it is shown on every screen: while the reveal is on (rule `reveal.led`). */
  isEverywhere?: boolean;
  /** What guests who missed the reveal read instead (rule `reveal.late`). */
  late?: { eventId: number; revealedAt: number; text: string; to: string } | null;
  /** The texts of the last minutes before voting closes; null before the opening. */
  closing: ClosingWords | null;
}

export interface ClosingWords {
  /** The time left, for screen readers, which replaces `LEFT`. */
  left: string;
  /** “41 min”, with `LEFT` for the number, shown before the last minutes; null if it is not shown. */
  minutes: string | null;
  /** Announced when this many minutes are left. */
  marks: Record<ClosingMark, string>;
  /** Replaces the line's text while the time is known only from this device's clock. */
  alone: string;
  closed: string;
}

/** Stands for the time left in `ClosingWords.left`. */
export const LEFT = '#';

export interface FeedView {
  eventId: number;
  event: EventLine;
  /** The event's description; null for one participant's photos. */
  description: string | null;
  voting: Voting;
  photos: SheetPhoto[];
  /** The URLs of the next photos, and of the newest ones if these are others. */
  more: string | null;
  newest: string | null;
  /** The member whose photos are shown; `name` is null if they are not in this event. */
  filter: { userId: number; name: string | null; selfieUrl: string | null } | null;
  /** By person, or newest first unless that is the reader's own order; null for the reader's own order. */
  sort: FeedSort | null;
  /** Which of a guest's balanced orders this is (rule `feed.look`); null for any other order. */
  look: string | null;
  /** Whether the photos are small, so that more fit on a screen. */
  isSmall: boolean;
  /** The URL that changes the size, and the orders to choose from; null if there are too few photos. */
  arrange: { size: string; orders: { to: string; label: string; isHere: boolean }[] } | null;
  /** The text of the line above the prints (rule `feed.line`); null if there is none. */
  line: FeedLine | null;
  /** Whom that line welcomes; null if a toast does that. A visitor has no name. */
  welcome: { name: string | null } | null;
  /** The URL at which a photo is added; null once none can be. */
  addUrl: string | null;
  isOver: boolean;
  isOrganizer: boolean;
  /** The user's own photos on the podium, if the ranking is cached. */
  onPodium: number[];
  /** Leads to the member's open mission card; null without one, or if the feed does not mention it. */
  card: { to: string; text: string } | null;
  /** How many photos the user has not seen; null for a visitor, or if the feed does not mention it. */
  unseen: number | null;
}

/** What guests see in place of the podium while standings are hidden (rule `standings.curtain`). */
export interface CurtainView {
  title: string;
  text: string;
  /** When voting closes, in ms by the server's clock, with the texts for the time left; null without a countdown. */
  countdown: { until: number; unit: string; words: ClosingWords } | null;
  /** What the reader can still do, under this title; if that is nothing, a sentence says so. */
  todo: { title: string; done: string; items: CurtainTask[] } | null;
  /** The link to the tables' lights; null for readers who may not see them. */
  tables: { to: string; label: string } | null;
}

export interface CurtainTask {
  icon: 'star' | 'camera';
  title: string;
  text: string;
  act: string;
  to: string;
}

export interface TopView {
  eventId: number;
  event: EventLine;
  rows: (TopPhoto & { place: number; note?: string })[];
  /** The places on the podium whose photos are gone since the count. */
  gone: number[];
  /** The ids of the user's own photos; the rows are the same for everybody. */
  ownIds: number[];
  /** The user's own photos that are on the podium. */
  onPodium: number[];
  /** For the organizer: what was removed since the votes were counted, as text; null if nothing was. */
  changed: string | null;
  /** Links to the tables' lights, if the reader may see them, and to calling a duel, for an organizer who can. */
  links: { to: string; label: string }[];
  /** The user's role, which decides what may be downloaded. */
  role: Role;
  /** What the reader may download and share of the podium; null before the result is final. */
  keepsakes: KeepsakesView | null;
  winners: MissionWinnersView | null;
  /** What replaces the podium; null while the reader may see it. */
  curtain: CurtainView | null;
  /** Tells an organizer that only organizers see the podium now; null otherwise. */
  hiddenNote: string | null;
}

/** A row of the ranking for display. */
export interface RankedPhoto extends TopPhoto {
  place: number;
  /** “After a duel”, if one decided. */
  note?: string;
  isOwn: boolean;
}

/** A photo in one of the user's own slots. */
export interface OwnPhoto {
  id: number;
  caption: string | null;
  position: number;
  imageUrl: string;
  width: number;
  placeholder: string;
  /** Its place, if it is one of the first three. */
  place: PodiumPlace | null;
  /** The note of a photo that only some see; null for any other. */
  note: string | null;
  /** Whether the note is not a refusal: the photo waits for the organizer, or is late. */
  isCalm: boolean;
  /** Whether its bulb is lit (rule `notices.bulb`); null for a hidden or late photo, which has none. */
  isLit: boolean | null;
  canDelete: boolean;
}

export interface ProfileView {
  role: Role;
  /** Null for a visitor. */
  userId: number | null;
  name: string;
  selfieUrl: string | null;
  coverUrl: string | null;
  event: {
    name: string;
    description: string;
    /** The day of the party. */
    day: DaysView;
    /** The last day on which photos are accepted; null if that is the day of the party, or over. */
    photosUntil: string | null;
  };
  /** 0 once no photo can be added any more. */
  maxPhotos: number;
  /** Whether the user may only read, because the event has ended and they are not its organizer. */
  isReadOnly: boolean;
  photos: OwnPhoto[];
  /** What the bulbs over the photos show, as text (rule `notices.bulb`); null if there is nothing to say. */
  bulbs: string | null;
  /** The ids of those that are on the podium. */
  onPodium: number[];
  favorites: (StarrablePhoto & Pick<Slide, 'imageUrl' | 'caption' | 'width' | 'placeholder'>)[];
  voting: Voting;
  /** The question about the user's name, once a star has fallen and until they have answered; otherwise null. */
  naming: NamingView | null;
  /** A member's cards; null without one. */
  hand: HandView | null;
  /** The text about where photos are stored, and for how long. */
  hosting: string;
  /** The URL of the share button. */
  shareUrl: string;
  /** The error of the last upload by form, with its slot. */
  slotError: { position: number; code: string } | null;
}

export interface ViewerView {
  photo: Slide;
  /** The photos beside it, shown during a swipe. */
  neighbours: { previous: Slide | null; next: Slide | null };
  /** The photo's number in the list, and the list's length; null if unknown. */
  place: { number: number; count: number } | null;
  voting: Voting;
  /** Whether the user has reported it. */
  isReported: boolean;
  canDelete: boolean;
  /** What the user may do with its caption. */
  captionChange: 'write' | 'remove' | null;
  /** The note of a photo that only some see, and how the organizer shows it. */
  hidden?: {
    text: string;
    show: { label: string; action: string; next: string } | null;
    /** Whether it waits, and was never shown. */
    isWaiting?: boolean;
  };
  /** Whether the user may download it. */
  canSave: boolean;
  /** The photo's own URL, and the URLs of the other actions. */
  links: {
    self: string;
    close: string;
    previous: string | null;
    next: string | null;
    /** Null for the user's own photo, and for a hidden one. */
    report: string | null;
    caption: string;
    delete: string;
  };
}
