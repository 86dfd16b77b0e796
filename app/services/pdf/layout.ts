/**
 * The layouts of an invitation: a page to hang up, or table cards: eight on a sheet, four, tents to fold, or one for
 * each table of the event, eight on a sheet; or the cards of the event's missions, eight on a sheet or as tents.
 */
export const INVITATION_LAYOUTS = [
  'page',
  'cards',
  'cards-4',
  'tents',
  'tables',
  'missions',
  'mission-tents',
] as const;

export type InvitationLayout = (typeof INVITATION_LAYOUTS)[number];

/** The papers to print on, in millimetres. A6 holds a single card, whatever the layout. */
export const PAPERS = {
  a4: { width: 210, height: 297 },
  letter: { width: 215.9, height: 279.4 },
  a6: { width: 105, height: 148 },
} as const;

export type Paper = keyof typeof PAPERS;
export const PAPER_NAMES = Object.keys(PAPERS) as Paper[];

/** Regions where people print on US Letter (Unicode CLDR, `paperSize`). */
const LETTER_REGIONS = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ');

/**
 * The paper of a reader who has chosen none: Letter where their browser's first language says so, as `en-US`
 * does, else A4.
 * @param accepted the header `Accept-Language`
 */
export function usualPaper(accepted: string | null): Paper {
  const [first = ''] = (accepted ?? '').split(/[,;]/);
  const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})$/i.exec(first.trim())?.[1];
  return region && LETTER_REGIONS.includes(region.toUpperCase()) ? 'letter' : 'a4';
}
