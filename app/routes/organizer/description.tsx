import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DescriptionDialog } from '~/components/dashboard/description-dialog';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { DESCRIPTION_TITLE_ID } from '~/components/dialogs/title-ids';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { descriptionSchema } from '~/models/event.schema';
import { setDescription } from '~/models/event-settings.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['organizer'] };
export const shouldRevalidate = keepWhenOnlyDialogChanges;

/** The event's description, for its organizer to rewrite. */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  return { title: t('organizer:description.title'), description: event.description };
}

export async function action(args: ActionFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const submission = parseForm(await readForm(args.request), descriptionSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { description } = submission.value;
    await setDescription(args.context.app.db, { eventId: event.id, description });
  } catch (error) {
    return formError(submission, error);
  }
  return redirectWithToast(args, paths.home('profile'), {
    tone: 'ok',
    title: 'organizer:description.saved',
  });
}

export const meta = pageMeta;

export default function Description() {
  return (
    <DialogPage titleId={DESCRIPTION_TITLE_ID} closeTo={paths.home('profile')}>
      <DescriptionDialog data={useLoaderData<typeof loader>()} />
    </DialogPage>
  );
}
