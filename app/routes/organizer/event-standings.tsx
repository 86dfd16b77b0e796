import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { StandingsDialog } from '~/components/organizer/settings/standings-dialog';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { standingsSchema } from '~/models/event/schema';
import { chosenStandings } from '~/models/event/standings';
import { setEventSettings } from '~/models/event/write.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** When guests see how many stars photos have (rule `standings.hidden`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  return { title: t('organizer:standings.title'), standings: chosenStandings(event) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const submission = parseForm(await readForm(args), standingsSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: organizerPaths.eventRules(),
    done: 'organizer:standings.saved',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  return outcome(args, says, () =>
    setEventSettings(args.context.app.db, {
      actor,
      eventId: event.id,
      settings: submission.value,
    }),
  );
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
