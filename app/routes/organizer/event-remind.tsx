import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RemindDialog } from '~/components/organizer/people/remind-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { sendLimited } from '~/http/send-message.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { messageFormSchema } from '~/models/message/schema';
import { countWithoutPhoto } from '~/models/event/progress.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer', 'account'] };

/** A prewritten message to participants without a photo. */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  const count = await countWithoutPhoto(args.context.app.db, { eventId: event.id });
  return {
    title: t('organizer:progress.without', { count }),
    count,
    message: t('organizer:progress.reminder', { event: event.name }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const submission = parseForm(await readForm(args), messageFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { message } = submission.value;
  const dashboard = paths.home('profile');
  const says = {
    next: dashboard,
    // For `user_not_found`: by now every participant has a photo, so there is no one to remind.
    back: dashboard,
    refused: 'account:messages.failed',
    done: ({ count }: { count: number }) =>
      ({ title: 'account:messages.sent_to', values: { count } }) as const,
    reply: (error: DomainError) =>
      error.code === 'user_not_found' ? undefined : formError(submission, error),
  } as const;
  return outcome(args, says, () =>
    sendLimited(args, { actor, toUserId: 'without_photo', message }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventRemind() {
  const { title, ...view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={paths.home('profile')}>
      <RemindDialog {...view} />
    </DialogPage>
  );
}
