import type { QrDrawing } from '../qr.server';
import type { Inked } from './drawings.server';
import type { InvitationLayout } from './layout';
import type { Setting, Typesetter } from './typeset.server';

// What all sheets of an invitation have in common.

/** What an invitation says, every text finished and in the reader's language. */
export interface InvitationContent {
  layout: InvitationLayout;
  /** A BCP 47 tag. */
  language: string;
  /** The document's title, for whoever opens it. */
  title: string;
  eventName: string;
  /** First and last day, in words. */
  dates: string;
  /** Of several lines. */
  description: string;
  organizerName: string;
  /** The address of the site, to be typed. */
  address: string;
  /** The event's own address, to be typed where there is no camera: without what need not be. */
  shortAddress: string;
  qr: QrDrawing;
  /** JPEG bytes, in the shape of the page's largest picture. */
  picture: Uint8Array | null;
  words: { invited: string; scan: string; event: string; organizer: string; address: string };
  /** Scan, post, star: in two words, in a sentence, and in three words for a card. */
  steps: { title: string; text: string; short: string }[];
}

/** The faces of a document, with the fonts of all its texts. */
export interface Faces {
  /** For the event's name. */
  name: Typesetter;
  /** For what is ours: the product's name, and numerals. */
  own: Typesetter;
  regular: Typesetter;
  bold: Typesetter;
}

/** How a text is set on a sheet. */
export interface Style extends Omit<Setting, 'hyphenate'> {
  face: keyof Faces;
  color: string;
  /** Whether its words may be parted as its language does. */
  isParted?: boolean;
}

/** What a sheet is drawn from. */
export interface SheetProps {
  content: InvitationContent;
  set(text: string, style: Style): Inked;
}

/** The product's name, as it stands on paper. */
export const PRODUCT = 'Snapodium';
