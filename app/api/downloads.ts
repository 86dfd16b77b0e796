import { assertSameEvent, endpoint, method } from '~/http/api.server';
import { sendTopPhotos, sendRankingCsv, sendAllPhotos, sendResult } from '~/files/archives.server';

export const downloads = [
  /** `/api/events/{eventId}/download-top-photos`: the ranking's photos as a zip, for members. */
  endpoint('/api/events/:eventId/download-top-photos', {
    GET: method({
      who: 'member',
      params: ['eventId'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendTopPhotos(args, identity);
      },
    }),
  }),

  /**
   * `/api/events/{eventId}/download-top-photos-csv`: the ranking as CSV with English headings, for the
   * organizer.
   */
  endpoint('/api/events/:eventId/download-top-photos-csv', {
    GET: method({
      who: 'organizer',
      params: ['eventId'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendRankingCsv(args, identity, 'en');
      },
    }),
  }),

  /** `/api/events/{eventId}/result.json`: the frozen result (rule `result.file`). */
  endpoint('/api/events/:eventId/result.json', {
    GET: method({
      who: 'member',
      params: ['eventId'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendResult(args, identity);
      },
    }),
  }),

  /** `/api/events/{eventId}/download-all-photos`: every photo as a zip, for the organizer. */
  endpoint('/api/events/:eventId/download-all-photos', {
    GET: method({
      who: 'organizer',
      params: ['eventId'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendAllPhotos(args, identity);
      },
    }),
  }),
];
