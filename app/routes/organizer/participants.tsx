import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ParticipantsScreen } from '~/components/dashboard/participants-screen';
import { requireOrganizer } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { loadMarks } from '~/routes/event/load-marks.server';
import { loadParticipants } from './load-participants.server';
import type { ScreenHandle } from '../event/shell';
import { pageMeta } from '~/http/page-meta';

export const handle = { tab: 'profile', i18n: ['organizer'] } satisfies ScreenHandle;
/** Who is in the event, for its organizer; `?q=` searches the names. */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireOrganizer(args);
  const t = await translator(args.request);
  const search = new URL(args.request.url).searchParams.get('q')?.trim() ?? '';
  const marks = await loadMarks(args, ['people']);
  return {
    title: t('organizer:participants.title'),
    marks,
    search,
    view: await loadParticipants(args, identity, { search }),
  };
}

export const meta = pageMeta;

export default function Participants() {
  const { search, view } = useLoaderData<typeof loader>();
  return <ParticipantsScreen view={view} search={search} />;
}
