import type { QrDrawing } from '../qr.server';
import type { Hyphenate } from './hyphenation.server';
import type { InvitationLayout } from './layout';
import type { Typesetter } from './typeset.server';

// What all sheets of an invitation have in common.

/** One of the three things a guest does: in two words, and in a sentence; and in three, for a card. */
export interface InvitationStep {
  title: string;
  text: string;
  short: string;
}

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
  /** Scan, post, star. */
  steps: InvitationStep[];
}

/** The faces of a document, with the fonts of all its texts. */
export interface Faces {
  product: Typesetter;
  name: Typesetter;
  regular: Typesetter;
  bold: Typesetter;
  numerals: Typesetter;
}

/** What a sheet is drawn from. */
export interface SheetProps {
  content: InvitationContent;
  faces: Faces;
  hyphenate: Hyphenate;
}

/** The product's name, as it stands on paper. */
export const PRODUCT = 'Snapodium';

/** A name as far as it can be drawn, or `instead`. */
export function shown(face: Typesetter, name: string, instead: string): string {
  return face.drawable(name) || instead;
}
