import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LatePhotosDialog } from '~/components/organizer/settings/late-photos-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { lateDays, photosUntilOf } from '~/models/event/late-photos';
import { photosUntilSchema } from '~/models/event/schema';
import { setEventSettings } from '~/models/event/write.server';
import { keepForm } from '~/browser/keep-form';
import { pageMeta } from '~/http/page-meta';
import { rulesOrWrap } from './change-setting.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** The form for the last day of late photos (rule `photos.late`). */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event, isExpired } = await requireOrganizer(args);
  const t = await translator(args.request);
  return {
    title: t('organizer:late.title'),
    photosUntil: photosUntilOf(event) ?? ('' as const),
    days: lateDays(event, actor.today),
    closeTo: rulesOrWrap(isExpired),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event, isExpired } = await requireOrganizer(args);
  const schema = photosUntilSchema(args.context.app.env.EVENT_TIME_ZONE);
  const submission = parseForm(await readForm(args), schema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: rulesOrWrap(isExpired),
    done: 'organizer:late.saved',
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

export default function LatePhotos() {
  const { title, ...dialog } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={dialog.closeTo}>
      <LatePhotosDialog {...dialog} />
    </DialogPage>
  );
}
