import { fileResponse, savedFile } from '~/http/files.server';
import { fileLanguageOf, instanceFor } from '~/i18n/i18n.server';
import { LANGUAGE_FACTS } from '~/i18n/languages';
import { assertCan } from '~/models/access';
import { allPhotosTarget } from '~/models/event/morning.server';
import { guestsCsv } from '~/models/user/members.server';
import { packOwnData } from '~/models/archive/own-data.server';
import { morningPaths } from '~/morning-paths';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import {
  sendAllPhotos,
  sendOwnPhotos,
  sendPhotosCsv,
  sendRankingCsv,
  sendResult,
  sendTopPhotos,
} from './archives.server';

// Downloads that pages link to.
export const downloads = [
  /** Every photo. */
  savedFile('/event/photos.zip', { who: 'organizer', back: paths.home(), answer: sendAllPhotos }),

  /** The ranking's photos. */
  savedFile('/top/photos.zip', { who: 'member', back: paths.top(), answer: sendTopPhotos }),

  /** The reader's own photos. */
  savedFile('/photos/mine.zip', {
    who: 'member',
    back: paths.home('profile'),
    answer: sendOwnPhotos,
  }),

  /** Every photo, for members after the end (rule `files.all-of-members`). */
  savedFile('/photos/all.zip', {
    who: 'member',
    back: morningPaths.morning(),
    answer: async (args, member) => {
      const { actor, event } = member;
      assertCan(actor, 'photo.takeAll', allPhotosTarget(event, actor));
      return sendAllPhotos(args, member);
    },
  }),

  /** The ranking as CSV in the reader's language. */
  savedFile('/event/ranking.csv', {
    who: 'organizer',
    back: paths.top(),
    answer: (args, identity) => sendRankingCsv(args, identity),
  }),

  /** Every photo as a line of a CSV, in the reader's language. */
  savedFile('/event/photos.csv', {
    who: 'organizer',
    back: paths.home(),
    answer: sendPhotosCsv,
  }),

  /** The frozen result of the vote. */
  savedFile('/top/result.json', { who: 'member', back: paths.top(), answer: sendResult }),

  /** The participants as CSV in the reader's language. */
  savedFile('/event/guests.csv', {
    who: 'organizer',
    back: organizerPaths.participants(),
    answer: async (args, { event }) => {
      const language = await fileLanguageOf(args.request);
      const { t } = await instanceFor(language);
      const body = await guestsCsv(args.context.app.db, {
        eventId: event.id,
        heading: (column) => t(`download:csv.${column}`),
        decimalMark: LANGUAGE_FACTS[language].decimalMark,
      });
      return fileResponse(args, { title: `guests-${event.name}`, extension: 'csv', body });
    },
  }),

  /** All data about a member, for that member only. */
  savedFile('/settings/data.zip', {
    who: 'member',
    back: paths.settings(),
    answer: async (args, { user }) => {
      const { app } = args.context;
      const { EVENT_TIME_ZONE: timeZone } = app.env;
      const language = await fileLanguageOf(args.request);
      const { t } = await instanceFor(language);
      const words = { timeZone, language, photoWord: t('download:photo') };
      const archive = await packOwnData(app, { user, now: app.now(), ...words });
      const title = `data-${user.name}`;
      const { identity } = archive;
      return fileResponse(args, { title, extension: 'zip', body: archive, identity });
    },
  }),
];
