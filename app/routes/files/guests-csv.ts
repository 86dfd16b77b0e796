import { defineFile, fileResponse } from '~/http/files.server';
import { languageOf, translator } from '~/i18n/i18n.server';
import { guestsCsv } from '~/models/members.server';
import { organizerPaths } from '~/organizer-paths';

/** /event/guests.csv: who takes part, in the reader's language, for the organizer. */
export const loader = defineFile({
  who: 'organizer',
  back: organizerPaths.participants(),
  answer: async (args, { event }) => {
    const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
    const body = await guestsCsv(args.context.app.db, {
      eventId: event.id,
      headings: {
        name: t('download:csv.name'),
        email: t('download:csv.email'),
        joined: t('download:csv.joined'),
        photos: t('download:csv.photos'),
        stars: t('download:csv.stars'),
      },
      delimiter: language === 'en' ? ',' : ';',
    });
    return fileResponse(args, { title: `guests-${event.name}`, extension: 'csv', body });
  },
});
