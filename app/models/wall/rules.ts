import type { Language } from '~/i18n/languages';
import type { RevealStep } from '../event/reveal-steps';
import type { PodiumPlace } from '../photo/star';
import type { TableLights } from '../table/lights';
import type { VotingState } from '../photo/voting';

// The wall: the screen at a party that shows photos live (rules `wall.…`).

/** What a wall can show. */
export const WALL_PROGRAMMES = [
  'photos',
  'podium',
  'join',
  'tables',
  'missions',
  'countdown',
  'dark',
] as const;
export type WallProgramme = (typeof WALL_PROGRAMMES)[number];

/** Seconds until a new photo is shown. Without a delay, only what the organizer lets through is. */
export const WALL_DELAYS = [0, 20, 60] as const;

/** Seconds that a photo stands. */
export const WALL_PACES = [4, 6, 8, 10, 15] as const;

/** What an organizer can decide about a photo on the wall. */
export const WALL_DECISIONS = ['skipped', 'let-through'] as const;
export type WallDecision = (typeof WALL_DECISIONS)[number];

/** The wall of an event whose organizer has changed nothing. */
export const DEFAULT_WALL = {
  programme: 'photos',
  isPaused: false,
  nextCount: 0,
  pace: 8,
  delay: 20,
} as const;

/** A star falls on the wall this long after it was given, in ms, so that nobody sees who taps. */
export const STAR_DELAY_MS = 20_000;
/** A star that is older than this falls no more, in ms. */
export const STAR_MAX_AGE_MS = 120_000;

/** How long a wall tells of the first table that is lit whole, in ms. */
export const FIRST_TABLE_MS = 30_000;

/** What a wall shows, as `GET /wall/{key}/state` answers it. */
export interface WallState {
  /** The server's time, in ms since 1970. */
  now: number;
  /** Changes when the application was built anew: the wall then loads itself again. */
  version: string;
  /** The organizer's language. */
  language: Language;
  event: {
    name: string;
    /** The link that guests enter by, without its protocol, to be read and typed. */
    url: string;
    /** An image of its code, on this site. */
    qrUrl: string;
  };
  /** `photos` also for the photos of missions. */
  programme: Exclude<WallProgramme, 'missions'>;
  paused: boolean;
  /** Counts up by one with each “Next” of the remote. */
  next: number;
  /** Seconds that a photo stands. */
  pace: number;
  /** All photos that may be shown now, in the order of arrival on the wall. */
  photos: WallPhoto[];
  /** Null while the standings are hidden; else the first three places, with shared ones. */
  podium: WallPlace[] | null;
  /** The winners of the missions, in the organizer's order; empty in any other programme and as long as the podium is. */
  winners: WallWinner[];
  /** An ISO instant; null if no closing is set. */
  votingClosesAt: string | null;
  voting: VotingState;
  /** The stars that fall now, oldest first. `id` is opaque and stable, so that each one falls once. */
  stars: { id: string; photoId: number }[];
  /** The tables and their strings of lights, in the order of the list; empty in any other programme. */
  tables: WallTable[];
  /** The first table that is lit whole, for some seconds: its name, and since when, in ms since 1970. Else null. */
  first: { name: string; at: number } | null;
  /** The flash mission that runs, with its end in ms since 1970 (rule `wall.flash`). Else null. */
  flash: { text: string; endsAt: number } | null;
  /** The duel that runs; it is shown in place of every programme. Null while none runs. */
  duel: WallDuel | null;
  /**
   * From the beginning of the reveal until some minutes after its end, else null. While it lasts it is shown in place
   * of every programme.
   */
  reveal: WallReveal | null;
}

/** A duel on the wall (rule `duel.wall`). Its instants are in ms since 1970. */
export interface WallDuel {
  startedAt: number;
  endsAt: number;
  photos: WallPhoto[];
}

/** A table on the wall (rule `wall.tables`). */
export type WallTable = Pick<TableLights, 'name' | 'photos' | 'bulbs'>;

/** A photo on the wall. */
export interface WallPhoto {
  id: number;
  imageUrl: string;
  width: number;
  height: number;
  caption: string | null;
  /** The mission that it is for, in the wall's language. */
  mission: string | null;
  userName: string;
  /** Whether it is its owner's first photo in the event. */
  isFirst: boolean;
  /** Since when it may be shown, in ms since 1970. */
  from: number;
}

/** A place on the wall's podium. */
export interface WallPlace {
  place: number;
  photoId: number;
  stars: number;
  /** Whether a duel gave it the first place. */
  afterDuel?: true;
}

/** A mission on the wall, and the photos that won it (rule `missions.winner`). */
export interface WallWinner {
  mission: string;
  photoIds: number[];
  stars: number;
}

/** The reveal as a wall's state tells it: all places at once, so that the show goes on without a network. */
export interface WallReveal<Photo = WallRevealPhoto> {
  /** Ms since 1970. */
  startsAt: number;
  /** Counted from `startsAt`. */
  steps: RevealStep[];
  /** In the order of their steps. Photos that share a place come together. */
  places: { place: PodiumPlace; photos: Photo[] }[];
}

/** A photo on the podium of the reveal. */
export interface WallRevealPhoto {
  photoId: number;
  /** Null for a photo that is not shown on the wall: its print stays blank. */
  imageUrl: string | null;
  width: number;
  height: number;
  userName: string;
  caption: string | null;
  stars: number;
  /** Whether a duel gave it the first place. */
  afterDuel?: true;
}

/** What decides when a photo is shown. */
export interface Showing {
  delay: number | null;
  letThroughUntil: Date | null;
}

/**
 * When a photo comes to the wall, in ms since 1970 (rule `wall.delay`); null if it does not by itself, because
 * an organizer took it off or has not let it through.
 */
export function showsFrom(
  photo: { createdAt: Date; decision: WallDecision | null; decidedAt: Date | null },
  { delay, letThroughUntil }: Showing,
): number | null {
  const { createdAt, decision, decidedAt } = photo;
  if (decision === 'skipped') return null;
  if (delay !== null) return createdAt.getTime() + delay * 1000;
  if (decision === 'let-through' && decidedAt) return decidedAt.getTime();
  const wasShown = letThroughUntil !== null && createdAt <= letThroughUntil;
  return wasShown ? createdAt.getTime() : null;
}

/** The letters and digits of codes, without those that look alike. */
export const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 6;
/** How long a code is good for. */
export const CODE_MINUTES = 10;

/** A code as it is compared: people type lower case, spaces and hyphens. */
export function readWallCode(typed: string): string {
  return typed.replace(/[\s-]+/g, '').toUpperCase();
}

/** The code in a link, as it is shown; undefined if what the link has cannot be one. */
export function codeOfLink(given: string | null): string | undefined {
  const code = readWallCode(given ?? '');
  const isCode =
    code.length === CODE_LENGTH && [...code].every((sign) => CODE_LETTERS.includes(sign));
  return isCode ? writeWallCode(code) : undefined;
}

/** A code as it is shown: `K7M 42P`. */
export function writeWallCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)} ${code.slice(CODE_LENGTH / 2)}`;
}
