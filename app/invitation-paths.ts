import type { Linked } from '~/models/event/door';
import type { InvitationLayout, Paper } from '~/services/pdf/layout';
import { withQuery } from './paths';

interface PrintQuery {
  layout?: Exclude<InvitationLayout, 'page'>;
  paper?: Paper;
  number?: 'none';
}

/**
 * The URLs for inviting, which guests' pages do not load. Each one except the preview's carries the event's
 * code as `k` (rule `door.code`).
 */
export const invitationPaths = {
  /**
   * The link in QR codes and shares: it leads to the event's card, even after its names change. `lang` is for
   * guests who have not chosen a language, `mission` the code of a printed card.
   */
  event: (
    { id, code: k }: Linked,
    query?: { lang?: string | null; table?: number; mission?: string },
  ) => withQuery(`/e/${id}`, { k, ...query }),
  /**
   * The image of link previews (rule `invitation.preview`). `of` identifies the event's picture, so that a
   * new one has a new URL. An event without a picture uses the product's own.
   */
  preview: (event: { id: number; imageKey: string | null } | null) =>
    event?.imageKey
      ? withQuery(`/e/${event.id}/preview.jpg`, { of: event.imageKey.split('/').pop() })
      : '/preview.jpg',
  /** The public invitation page; `show` shows the code alone. */
  page: ({ id, code: k }: Linked, query?: { show?: 'code' }) =>
    withQuery(`/invitation-pdf/${id}`, { k, ...query }),
  /** The PDF; without a paper the reader's usual one. `number` leaves the number of photos out. */
  pdf: ({ id, code: k }: Linked, query?: PrintQuery) =>
    withQuery(`/invitation-pdf/${id}/pdf`, { k, ...query }),
  /** The code alone, as a file. */
  code: ({ id, code: k }: Linked, format: 'png' | 'svg') =>
    withQuery(`/invitation-pdf/${id}/code/${format}`, { k }),
} as const;
