import { defineFile, fileResponse } from '~/http/files.server';
import { fileLanguageOf, instanceFor } from '~/i18n/i18n.server';
import { decimalMarkOf } from '~/i18n/languages';
import { guestsCsv } from '~/models/members.server';
import { organizerPaths } from '~/organizer-paths';

/** /event/guests.csv: who takes part, in the reader's language, for the organizer. */
export const loader = defineFile({
  who: 'organizer',
  back: organizerPaths.participants(),
  answer: async (args, { event }) => {
    const language = await fileLanguageOf(args.request);
    const { t } = await instanceFor(language);
    const body = await guestsCsv(args.context.app.db, {
      eventId: event.id,
      headings: {
        name: t('download:csv.name'),
        email: t('download:csv.email'),
        joined: t('download:csv.joined'),
        photos: t('download:csv.photos'),
        stars: t('download:csv.stars'),
      },
      decimalMark: decimalMarkOf(language),
    });
    return fileResponse(args, { title: `guests-${event.name}`, extension: 'csv', body });
  },
});
