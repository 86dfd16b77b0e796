import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ParticipantsScreen } from '~/components/dashboard/participants-screen';
import { requireOrganizer } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { loadMarks } from '~/routes/event/load-marks.server';
import { loadParticipants, readParticipantsQuery } from './load-participants.server';
import type { ScreenHandle } from '../event/shell';
import { pageMeta } from '~/http/page-meta';

export const handle = {
  tab: 'profile',
  side: 'participants',
  i18n: ['organizer'],
} satisfies ScreenHandle;
/**
 * Who is in the event, for its organizer: `?q=` searches the names, `?sort=` orders them, `?without=photo` leaves
 * those who have none.
 */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireOrganizer(args);
  const t = await translator(args.request);
  const query = readParticipantsQuery(new URL(args.request.url).searchParams);
  const marks = await loadMarks(args, ['people', 'photos', 'stars']);
  return {
    title: t('organizer:participants.title'),
    marks,
    view: await loadParticipants(args, identity, query),
  };
}

export const meta = pageMeta;

export default function Participants() {
  return <ParticipantsScreen view={useLoaderData<typeof loader>().view} />;
}
