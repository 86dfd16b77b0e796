/** The table cards in display order, with their labels. */
export const PRINTS = [
  { layout: 'cards', label: 'download_cards' },
  { layout: 'cards-4', label: 'download_cards_4' },
  { layout: 'tents', label: 'download_tents' },
] as const;

/** The papers in display order, with their labels. */
export const PAPERS = [
  { paper: 'a4', label: 'print.a4' },
  { paper: 'letter', label: 'print.letter' },
  { paper: 'a6', label: 'print.a6' },
] as const;
