import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { EventEditDialog } from '~/components/organizer/settings/event-edit-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { partyDateOf } from '~/models/event/party-date';
import { editEvent } from '~/models/event/write.server';
import { eventEditSchema } from '~/models/event/schema';
import { withFollowingEnd } from '~/models/event/following-end';
import { localTimeOf } from '~/models/zoned-time';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer', 'create'] };

/** The form for the event's name, its day, the first and last day of photos, and the times of voting. */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  const { name, startDate, endDate, paidUntil } = event;
  const timeZone = args.context.app.env.EVENT_TIME_ZONE;
  const shown = (time: Date | null) => (time ? localTimeOf(time, timeZone) : '');
  return {
    title: t('organizer:edit.title'),
    values: {
      name,
      startDate,
      endDate,
      partyDate: partyDateOf(event),
      votingOpensAt: shown(event.votingOpensAt),
      votingClosesAt: shown(event.votingClosesAt),
    },
    timeZone,
    hasResult: event.votingClosedAt !== null,
    paidUntil: paidUntil && formatDay(paidUntil, await languageOf(args.request)),
    isSold: args.context.app.payments !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { app } = args.context;
  const timeZone = app.env.EVENT_TIME_ZONE;
  const schema = eventEditSchema(timeZone);
  const form = await readForm(args);
  const submission = parseForm(withFollowingEnd(form), schema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: organizerPaths.eventRules(),
    done: 'organizer:edit.saved',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  const { votingOpensAt, votingClosesAt, ...values } = submission.value;
  const votingTimes = {
    timeZone,
    // A page from before these fields existed sends none of them.
    votingOpensAt: form.has('votingOpensAt') ? votingOpensAt : undefined,
    votingClosesAt: form.has('votingClosesAt') ? votingClosesAt : undefined,
  };
  return outcome(args, says, () =>
    editEvent(app.db, {
      actor,
      eventId: event.id,
      values,
      votingTimes,
      today: app.today(),
      isSold: app.payments !== null,
    }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventEdit() {
  const { title, ...event } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.eventRules()}>
      <EventEditDialog {...event} />
    </DialogPage>
  );
}
