import { cleanCaption, lettersLeft } from '../photo/caption';

/** The ready sets (rule `missions.sets`). */
export const MISSION_SETS = ['wedding', 'birthday', 'company', 'family', 'trip', 'school'] as const;
export type MissionSet = (typeof MISSION_SETS)[number];

/** How many missions each set has. */
export const SET_SIZE = 30;
/** The most missions of an event: all sets, and own ones. */
export const MISSIONS_MAX = 300;
/** How many cards a member may play in an event (rule `missions.cards`). */
export const CARDS_EACH = 3;

/** A mission has a winner from this many photos on (rule `missions.winner`). */
export const WINNER_FROM = 10;

/** How many more letters an own mission may have; negative if it is too long. */
export const missionLettersLeft = lettersLeft;
/** An own mission as it is stored, cleaned as a caption is; null if nothing is left. */
export const cleanMission = cleanCaption;

/**
 * A mission as an upload names it: by its number, if it is on the member's own open card, or by the code of a printed
 * card (rule `missions.printed`).
 */
export type MissionKey = number | string;

/** The code of a printed card. */
const CARD_CODE = /^m[\da-f]{12}$/;
export const isCardCode = (text: string) => CARD_CODE.test(text);

/** The mission that a photo was taken for, in the reader's language. */
export interface MissionTag {
  id: number;
  text: string;
}

/** The cards that a member has, as screens show them (rule `missions.cards`). */
export interface Hand {
  cards: { missionId: number | null; text: string | null; doneAt: Date | null }[];
  /** Whether the open card may be swapped. */
  canSwap: boolean;
  /** How many cards are still to come after these. */
  left: number;
}
