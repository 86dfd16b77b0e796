import { resultShape } from '~/models/photo/shape';
import { assertSameEvent, endpoint } from '~/http/api.server';
import { FileAnswer, method } from '~/http/method.server';
import { sendTopPhotos, sendRankingCsv, sendAllPhotos, sendResult } from '~/files/archives.server';

import { csvQuery, zipQuery } from '~/models/archive/schema';

const PHOTOS = new FileAnswer('application/zip', 'The photos.', { isResumed: true });

export const downloads = [
  endpoint('/api/events/:eventId/download-top-photos', {
    GET: method({
      summary: 'The ranking’s photos as a zip',
      who: 'member',
      params: ['eventId'],
      query: zipQuery,
      answer: PHOTOS,
      refusals: ['standings_hidden', 'too_many_attempts'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendTopPhotos(args, identity);
      },
    }),
  }),

  endpoint('/api/events/:eventId/download-top-photos-csv', {
    GET: method({
      summary: 'The ranking as CSV with English headings',
      who: 'organizer',
      params: ['eventId'],
      query: csvQuery,
      answer: new FileAnswer('text/csv', 'A line for each photo.'),
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendRankingCsv(args, identity, 'en');
      },
    }),
  }),

  endpoint('/api/events/:eventId/result.json', {
    GET: method({
      summary: 'The frozen result of the vote',
      who: 'member',
      params: ['eventId'],
      answer: new FileAnswer('application/json', 'The result.', { shape: resultShape }),
      refusals: ['result_none'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendResult(args, identity);
      },
    }),
  }),

  endpoint('/api/events/:eventId/download-all-photos', {
    GET: method({
      summary: 'Every photo as a zip',
      who: 'organizer',
      params: ['eventId'],
      query: zipQuery,
      answer: PHOTOS,
      refusals: ['too_many_attempts'],
      handler: ({ args, identity, params }) => {
        assertSameEvent(identity, params.eventId);
        return sendAllPhotos(args, identity);
      },
    }),
  }),
];
