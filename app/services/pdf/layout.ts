/** The layouts of an invitation on A4: a page to hang up, or table cards: eight, four, or tents to fold. */
export const INVITATION_LAYOUTS = ['page', 'cards', 'cards-4', 'tents'] as const;

export type InvitationLayout = (typeof INVITATION_LAYOUTS)[number];
