/** The table cards in display order, with their labels. */
export const PRINTS = [
  { layout: 'cards', label: 'download_cards' },
  { layout: 'cards-4', label: 'download_cards_4' },
  { layout: 'tents', label: 'download_tents' },
] as const;
