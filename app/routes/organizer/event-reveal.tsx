import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { RevealDialog } from '~/components/organizer/settings/reveal-dialog';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { formatMoment } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { revealResult } from '~/models/event/reveal.server';
import { revealFormSchema } from '~/models/event/schema';
import { hasRevealBegun } from '~/models/event/standings';
import { votingState } from '~/models/photo/voting';
import { localTimeOf } from '~/models/zoned-time';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { revealPaths } from '~/reveal-paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** Reveals the result to everybody, now or at a set time (rule `standings.reveal`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event } = await requireOrganizer(args);
  const { app } = args.context;
  const t = await translator(args.request);
  const now = app.now();
  const timeZone = app.env.EVENT_TIME_ZONE;
  const { revealedAt } = event;
  const isRevealed = hasRevealBegun(event, now);
  const state = votingState(event, now);
  const planned = revealedAt && !isRevealed ? revealedAt : null;
  return {
    title: t('organizer:reveal.title'),
    view: {
      isRevealed,
      isVotingOpen: state === 'open' || state === 'early',
      at: planned ? localTimeOf(planned, timeZone) : '',
      planned: planned && formatMoment(planned, await languageOf(args.request), timeZone),
    },
  };
}

const DONE = {
  now: 'organizer:reveal.done',
  later: 'organizer:reveal.set_done',
  never: 'organizer:reveal.unset_done',
} as const;

/** Intents: `now`; `later` at the time in the form; `never` takes a set time back. */
export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const intent = readIntent(form.get('intent'));
  const submission = parseForm(form, revealFormSchema(app.env.EVENT_TIME_ZONE, intent));
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: intent === 'now' ? revealPaths.reveal() : organizerPaths.eventRules(),
    done: DONE[intent],
    reply: (error: DomainError) => formError(submission, error),
  };
  const at = intent === 'never' ? null : submission.value.at;
  return outcome(args, says, () =>
    revealResult(app.db, { actor, eventId: event.id, at, now: app.now() }),
  );
}

function readIntent(given: unknown): keyof typeof DONE {
  return given === 'later' || given === 'never' ? given : 'now';
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventReveal() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={organizerPaths.eventRules()}>
      <RevealDialog view={view} />
    </DialogPage>
  );
}
