import type { QrDrawing } from '../qr.server';
import type { Inked } from './drawings.server';
import type { InvitationLayout, Paper } from './layout';
import type { Setting, Typesetter } from './typeset.server';

// What all sheets of an invitation share.

/** What is a table's own on its card. */
export interface TableCard {
  label: string;
  qr: QrDrawing;
}

/** What is a mission's own on its card. */
export interface MissionCard {
  text: string;
  qr: QrDrawing;
}

/** What mission cards say (rule `missions.printed`). */
export interface MissionPrint {
  /** In order. */
  cards: readonly MissionCard[];
  /** The line above each mission, and what to do, which may have several lines. */
  label: string;
  how: string;
  /** Describes the code. */
  code: string;
}

/** The content of an invitation: every text final and in the reader's language. */
export interface InvitationContent {
  layout: InvitationLayout;
  paper: Paper;
  /** A BCP 47 tag. */
  language: string;
  /** The document's title. */
  title: string;
  eventName: string;
  /** The day of the party, in words. */
  day: string;
  /** May have several lines. */
  description: string;
  organizerName: string;
  /** The site's address, for typing. */
  address: string;
  /** The event's own address, shortened for typing without a camera. */
  shortAddress: string;
  qr: QrDrawing;
  /** For the layout `tables`: the tables, in order. */
  tables?: readonly TableCard[];
  /** For the layouts `missions` and `mission-tents`. */
  missions?: MissionPrint;
  /** How many stars hang from the drawn lights: what each guest gives. */
  stars: number;
  /** JPEG bytes, in the proportions of the page's largest picture. */
  picture: Uint8Array | null;
  words: {
    invited: string;
    scan: string;
    event: string;
    organizer: string;
    address: string;
    /** Describes the code. */
    code: string;
  };
  /** Scan, post, star: each in two words, in a sentence, and in three words for a card. */
  steps: { title: string; text: string; short: string }[];
}

/** The typefaces of a document, with the fonts for all its texts. */
export interface Faces {
  /** For the event's name. */
  name: Typesetter;
  /** For the product's name and numerals. */
  own: Typesetter;
  regular: Typesetter;
  bold: Typesetter;
}

/** The style of a text on a sheet. */
export interface Style extends Omit<Setting, 'hyphenate'> {
  face: keyof Faces;
  color: string;
  /** Whether its words may be hyphenated. */
  isParted?: boolean;
}

/** A width and a height, in millimetres; a type, because react-pdf's styles take no interface. */
export type Size = { width: number; height: number };

/** What a sheet is drawn from. */
export interface SheetProps {
  content: InvitationContent;
  /** The paper. */
  sheet: Size;
  set(text: string, style: Style): Inked;
}

/** The product's name on paper. */
export const PRODUCT = 'Snapodium';
