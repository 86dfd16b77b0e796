import type { Linked } from '~/models/door';
import type { InvitationLayout } from '~/services/pdf/layout';
import { withQuery } from './paths';

/**
 * The addresses that an organizer invites with: no guest's page loads them. Each but the preview's carries the
 * event's code as `k` (rule `door.code`).
 */
export const invitationPaths = {
  /**
   * What codes and shared links carry: it leads to the event's card, whatever its names are by then.
   * `lang` is for whoever has chosen no language.
   */
  event: ({ id, code: k }: Linked, query?: { lang?: string | null }) =>
    withQuery(`/e/${id}`, { k, ...query }),
  /**
   * What previews of an event's links show (rule `invitation.preview`). `of` is its picture, so that another
   * one has another address; an event without one has the product's own.
   */
  preview: (event: { id: number; imageKey: string | null } | null) =>
    event?.imageKey
      ? withQuery(`/e/${event.id}/preview.jpg`, { of: event.imageKey.split('/').pop() })
      : '/preview.jpg',
  /** Public, for anyone the organizer sends it to; `show` draws the code alone. */
  page: ({ id, code: k }: Linked, query?: { show?: 'code' }) =>
    withQuery(`/invitation-pdf/${id}`, { k, ...query }),
  pdf: ({ id, code: k }: Linked, query?: { layout?: Exclude<InvitationLayout, 'page'> }) =>
    withQuery(`/invitation-pdf/${id}/pdf`, { k, ...query }),
  /** The code alone, as a file. */
  code: ({ id, code: k }: Linked, format: 'png' | 'svg') =>
    withQuery(`/invitation-pdf/${id}/code/${format}`, { k }),
} as const;
