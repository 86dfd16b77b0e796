import type { InvitationLayout } from '~/services/pdf/layout';
import { withQuery } from './paths';

/** The addresses that an organizer invites with: no guest's page loads them. */
export const invitationPaths = {
  /**
   * What codes and shared links carry: it leads to the event's card, whatever its names are by then.
   * `lang` is for whoever has chosen no language.
   */
  event: (eventId: number, query?: { lang?: string | null }) => withQuery(`/e/${eventId}`, query),
  /**
   * What previews of an event's links show (rule `invitation.preview`). `of` is its picture, so that another
   * one has another address; an event without one has the product's own.
   */
  preview: (event: { id: number; imageKey: string | null } | null) =>
    event?.imageKey
      ? withQuery(`/e/${event.id}/preview.jpg`, { of: event.imageKey.split('/').pop() })
      : '/preview.jpg',
  /** Public, for anyone the organizer sends it to; `show` draws the code alone. */
  page: (eventId: number, query?: { show?: 'code' }) =>
    withQuery(`/invitation-pdf/${eventId}`, query),
  pdf: (eventId: number, query?: { layout?: Exclude<InvitationLayout, 'page'> }) =>
    withQuery(`/invitation-pdf/${eventId}/pdf`, query),
  /** The code alone, as a file. */
  code: (eventId: number, format: 'png' | 'svg') => `/invitation-pdf/${eventId}/code/${format}`,
} as const;
