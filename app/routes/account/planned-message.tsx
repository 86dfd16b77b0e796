import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PlannedDialog } from '~/components/account/planned-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { orRefuse, pageId } from '~/http/refusal.server';
import { clockOf } from '~/http/send-message.server';
import { formatMoment } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { changePlanned, readPlanned } from '~/models/message/planned.server';
import { PLANNED } from '~/models/message/rules';
import type { PublicPlanned } from '~/models/message/shape';
import { plannedFormSchema } from '~/models/message/schema';
import { localTimeOf } from '~/models/zoned-time';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { loadAudiences, planningOf } from './load-planned.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['account', 'organizer', 'event'] };

/** The form for a planned message. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const t = await translator(args.request);
  const planned = await orRefuse(args, async () =>
    readPlanned(args.context.app.db, {
      eventId: event.id,
      id: pageId(args.params.messageId),
      actor,
    }),
  );
  const { toUserId, toName, message, sendAt } = planned;
  return {
    title: t('account:planned.change_title'),
    toName,
    audiences: await loadAudiences(args, event),
    planning: planningOf(args, { event }),
    values: {
      toUserId: String(toUserId),
      message,
      sendAt: localTimeOf(sendAt, args.context.app.env.EVENT_TIME_ZONE),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const { db, env } = args.context.app;
  const submission = parseForm(await readForm(args), plannedFormSchema(env.EVENT_TIME_ZONE));
  if (submission.status !== 'success') return invalidForm(submission);
  const language = await languageOf(args.request);
  const list = paths.messages({ with: PLANNED });
  const says = {
    next: list,
    // It was sent or cancelled meanwhile.
    back: list,
    refused: 'account:planned.change_failed',
    done: ({ sendAt }: PublicPlanned) =>
      ({
        title: 'account:planned.done',
        values: { time: formatMoment(sendAt, language, env.EVENT_TIME_ZONE) },
      }) as const,
    reply: (error: DomainError) =>
      error.code === 'message_not_found' ? undefined : formError(submission, error),
  } as const;
  return outcome(args, says, async () =>
    changePlanned(db, {
      actor,
      clock: clockOf(args),
      id: pageId(args.params.messageId),
      changes: submission.value,
    }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function PlannedMessage() {
  const { title, ...view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={paths.messages({ with: PLANNED })}>
      <PlannedDialog {...view} />
    </DialogPage>
  );
}
