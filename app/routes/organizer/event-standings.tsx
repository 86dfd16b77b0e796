import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { StandingsDialog } from '~/components/organizer/settings/standings-dialog';
import { requireOrganizer } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { standingsSchema } from '~/models/event/schema';
import { chosenStandings } from '~/models/event/standings';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { saveSettings } from './change-setting.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** When guests see how many stars photos have (rule `standings.hidden`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  return { title: t('organizer:standings.title'), standings: chosenStandings(event) };
}

export function action(args: ActionFunctionArgs) {
  return saveSettings(args, {
    schema: standingsSchema,
    next: organizerPaths.eventRules,
    done: 'organizer:standings.saved',
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventStandings() {
  const { title, standings } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.eventRules()}>
      <StandingsDialog standings={standings} />
    </DialogPage>
  );
}
