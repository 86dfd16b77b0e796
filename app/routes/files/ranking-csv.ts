import { defineFile } from '~/http/files.server';
import { paths } from '~/paths';
import { sendRankingCsv } from './archives.server';

/** /event/ranking.csv: the ranking in the reader's language, for the organizer. */
export const loader = defineFile({
  who: 'organizer',
  back: paths.top(),
  answer: (args, identity) => sendRankingCsv(args, identity),
});
