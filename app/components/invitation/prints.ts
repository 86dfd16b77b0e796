/** The table cards, in the order in which they are offered, and how each is named. */
export const PRINTS = [
  { layout: 'cards', label: 'download_cards' },
  { layout: 'cards-4', label: 'download_cards_4' },
  { layout: 'tents', label: 'download_tents' },
] as const;
