import type { DaysView } from '~/i18n/format';
import type { Linked } from '~/models/door';
import type { PublicEvent } from '~/models/event';
import type { PodiumPlace, TopPhoto } from '~/models/favorite';
import type { ScreenPhoto } from '~/models/photo';
import type { Role } from '~/models/user';
import type { DashboardFlagsView } from '~/components/flags/report-views';

// What loaders hand to the event's screens: finished texts for dates, and no more than is drawn.

/** The line under a screen's title. */
export interface EventLine {
  name: string;
  photoCount: number;
  /** 0 on the last day, negative afterwards. */
  daysLeft: number;
  /** When it begins, in the reader's words; null once it has begun. */
  starts: string | null;
}

/** A photo with what its star button needs. It carries no count: nobody votes with the crowd. */
export interface StarrablePhoto {
  id: number;
  userName: string;
  isOwn: boolean;
  /** What is said of a hidden one in its star's place (rule `photos.hidden`). */
  note?: string;
}

/** A photo as it is drawn large or small, without anything jumping. */
export interface Slide extends StarrablePhoto {
  imageUrl: string;
  /** Pixels of the full file. */
  width: number;
  height: number;
  /** A few pixels as a data URI. */
  placeholder: string;
  userSelfie: string | null;
}

/** A photo on the contact sheet. */
export interface SheetPhoto extends Slide {
  userId: number;
}

/** What deciding about stars takes on any screen. */
export interface Voting {
  isEnabled: boolean;
  /** A visitor's star leads to Login/Register (rule `roles.visitor`). */
  isVisitor: boolean;
  /** The photos this person has starred. */
  starredIds: number[];
}

export interface FeedView {
  eventId: number;
  event: EventLine;
  /** The event's own words; null where one participant's photos are shown. */
  description: string | null;
  voting: Voting;
  photos: SheetPhoto[];
  /** The addresses of the photos that follow, and of the newest ones where these are others. */
  more: string | null;
  newest: string | null;
  /** Whose photos alone are shown; `name` is null for somebody who is not of this event. */
  filter: { userId: number; name: string | null; selfieUrl: string | null } | null;
  /** By person, or with the newest first. */
  sort: 'person' | null;
  /** Whether more of it is to fit on a screen. */
  isSmall: boolean;
  /** Where the size is changed; null where there is too little to arrange. */
  arrange: { size: string } | null;
  /** How the contest goes, and where that is closed; for visitors, until they close it. */
  intro: { text: string; close: string; login: string } | null;
  /** Where a photo is added; null once the event has ended. */
  addUrl: string | null;
  /** How many photos a participant who may add more has, of how many; null for anybody else. */
  ownPhotos: { used: number; max: number } | null;
  isOrganizer: boolean;
  /** The own photos on the podium, as far as the ranking is known without asking for it. */
  onPodium: number[];
}

export interface TopView {
  eventId: number;
  event: EventLine;
  /** As the endpoint answers, so that a poll can tell whether anything changed. */
  rows: TopPhoto[];
  /** Which of them are one's own: the rows are the same for everybody. */
  ownIds: number[];
  /** Which of these stand on the podium. */
  onPodium: number[];
  /** Whose ranking it is: what may be downloaded goes by this. */
  role: Role;
}

/** A row of the ranking as it is drawn. */
export interface RankedPhoto extends TopPhoto {
  place: number;
  isOwn: boolean;
}

/** A photo in one of the own slots. */
export interface OwnPhoto {
  id: number;
  position: number;
  imageUrl: string;
  width: number;
  placeholder: string;
  /** Its place in the ranking, if it is one of the first three. */
  place: PodiumPlace | null;
  /** What is said of a hidden one; null of any other. */
  note: string | null;
}

export interface ProfileView {
  role: Role;
  /** Null for a visitor. */
  userId: number | null;
  name: string;
  selfieUrl: string | null;
  coverUrl: string | null;
  event: { name: string; description: string; dates: DaysView };
  /** 0 once the event is over. */
  maxPhotos: number;
  /** Whether they only look back: the event has ended, and it is not theirs. */
  isReadOnly: boolean;
  photos: OwnPhoto[];
  /** Which of them stand on the podium. */
  onPodium: number[];
  favorites: (StarrablePhoto & { imageUrl: string; width: number; placeholder: string })[];
  voting: Voting;
  /** What is said of where photos are, and for how long. */
  hosting: string;
  /** Where Share leads. */
  shareUrl: string;
  /** What went wrong with the last upload by form, and in which slot. */
  slotError: { position: number; code: string } | null;
}

/** The organizer's dashboard. */
/** How an event is going, for its organizer (rule `event.progress`). */
export interface ProgressView {
  /** Days until the first one; 0 from then on. */
  startsIn: number;
  photosToday: number;
  guestsToday: number;
  /** Participants who have added no photo. */
  withoutPhoto: number;
  /** Photos by the hour, which is named in words; the last is the present one. */
  hours: { label: string; count: number }[];
  latest: ScreenPhoto[];
  /** The first three of the ranking. */
  leaders: (TopPhoto & { place: number })[];
}

export interface DashboardView {
  /** The organizer's. */
  userId: number;
  event: PublicEvent;
  dates: DaysView;
  daysLeft: number;
  /** What its invitations' addresses are made of, the secret code included. */
  link: Linked;
  /** What the event's code holds (rule `invitation.link`). */
  shareUrl: string;
  photoCount: number;
  starCount: number;
  progress: ProgressView;
  flags: DashboardFlagsView;
  participants: ParticipantsView;
  /** How many photos' files are known to be gone or damaged (rule `storage.damage`). */
  damagedCount: number;
  /**
   * The private link back, with its origin; there once, right after it was made (rule
   * `sign-in.return-link`).
   */
  returnUrl: string | null;
  /**
   * There where a name and an address are enough to run the event (rule `sign-in.organizer`); whether this session
   * has proved more than that.
   */
  openDoor: { isProven: boolean } | null;
}

/** An event that is over, for its organizer (rule `event.wrap`). */
export interface WrapView {
  eventName: string;
  dates: DaysView;
  isDemo: boolean;
  /** The ranking. */
  rows: RankedPhoto[];
  photoCount: number;
  guestCount: number;
  starCount: number;
  /** As in `DashboardView`. */
  damagedCount: number;
  /** The hour in which most photos came, named in words; null where there are none. */
  busiest: { hour: string; count: number } | null;
  /** The bytes of all photos, in words. */
  size: string;
  /** Until when photos are kept, in words, and how many days that is from today; negative afterwards. */
  kept: { lastDay: string; daysLeft: number; guestsMayLook: boolean };
  flags: DashboardFlagsView;
}

export interface ViewerView {
  photo: Slide & {
    /** “Added yesterday at 10:41 pm”; null until the server has said so. */
    added: string | null;
  };
  /** What stands beside it, drawn while a finger moves there. */
  neighbours: { previous: Slide | null; next: Slide | null };
  /** The how manieth it is of how many; null where that is not known. */
  place: { number: number; count: number } | null;
  voting: Voting;
  /** Whether one has reported it. */
  isReported: boolean;
  canDelete: boolean;
  /** What is said of a hidden photo, and how the organizer shows it again. */
  hidden?: { text: string; show: { label: string; action: string; next: string } | null };
  /** Members may keep it. */
  canSave: boolean;
  /** This photo's own address, and where closing, the arrows, reporting and deleting lead. */
  links: {
    self: string;
    close: string;
    previous: string | null;
    next: string | null;
    /** Null on an own photo, and a hidden one. */
    report: string | null;
    delete: string;
  };
}

/** Somebody in a list of the event's people. */
export interface PersonRow {
  id: number;
  name: string;
  selfieUrl: string | null;
  isOrganizer: boolean;
  /** Their photos, and the stars that these have; null where that is not told. */
  counts: { photos: number; stars: number } | null;
  /** Whether the organizer's clear-up removes them in a moment. */
  isGoing?: boolean;
}

/** Who is in the event, for its organizer. */
export interface ParticipantsView {
  /**
   * How many participants have joined, and how many may; the organizer does not count (rule
   * `event.places`).
   */
  count: number;
  max: number;
  /** How many have found no place (rule `event.turned-away`). */
  turnedAway: number;
  /** Those to show: all, the ones searched for, or the first few. */
  people: PersonRow[];
}
