import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ThanksDialog } from '~/components/organizer/settings/thanks-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { thanksSchema } from '~/models/event/schema';
import { setEventSettings } from '~/models/event/write.server';
import { keepForm } from '~/browser/keep-form';
import { pageMeta } from '~/http/page-meta';
import { rulesOrWrap } from './change-setting.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** The form for the line of thanks (rule `event.thanks`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event, isExpired } = await requireOrganizer(args);
  const t = await translator(args.request);
  return {
    title: t('organizer:thanks.title'),
    thanks: event.thanks ?? '',
    closeTo: rulesOrWrap(isExpired),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event, isExpired } = await requireOrganizer(args);
  const submission = parseForm(await readForm(args), thanksSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: rulesOrWrap(isExpired),
    done: 'organizer:thanks.saved',
    failed: 'unknown',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  const { value: settings } = submission;
  return outcome(args, says, () =>
    setEventSettings(args.context.app.db, { actor, eventId: event.id, settings }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Thanks() {
  const { title, ...dialog } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={dialog.closeTo}>
      <ThanksDialog {...dialog} />
    </DialogPage>
  );
}
