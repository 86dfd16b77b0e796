import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DescriptionDialog } from '~/components/organizer/settings/description-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { eventTextsOf } from '~/models/event/rules';
import { eventTextsSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { setEventTexts } from '~/models/event/write.server';
import { organizerPaths } from '~/organizer-paths';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer', 'create'] };
/** The form for the event's texts. */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  return { title: t('organizer:description.title'), texts: eventTextsOf(event) };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const submission = parseForm(await readForm(args), eventTextsSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: organizerPaths.eventRules(),
    done: 'organizer:description.saved',
    failed: 'unknown',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  return outcome(args, says, () =>
    setEventTexts(args.context.app.db, { actor, eventId: event.id, texts: submission.value }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Description() {
  const { title, texts } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.eventRules()}>
      <DescriptionDialog texts={texts} />
    </DialogPage>
  );
}
