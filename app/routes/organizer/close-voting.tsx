import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CloseVotingDialog } from '~/components/organizer/dashboard/close-voting-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { closeVoting } from '~/models/photo/result.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** Asks the organizer to confirm closing voting for good (rule `result.by-hand`). */
export async function loader(args: LoaderFunctionArgs) {
  await requireOrganizer(args);
  const t = await translator(args.request);
  return { title: t('organizer:result.close_title') };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const says = {
    next: organizerPaths.eventRules(),
    done: 'organizer:result.closed',
    refused: 'organizer:result.close_failed',
  } as const;
  return outcome(args, says, () => closeVoting(args.context.app.db, { actor, eventId: event.id }));
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function CloseVoting() {
  const { title } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.eventRules()}>
      <CloseVotingDialog />
    </DialogPage>
  );
}
