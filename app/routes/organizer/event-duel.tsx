import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { DuelDialog, type DuelCallView } from '~/components/organizer/duel/duel-dialog';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { languageOf, translator } from '~/i18n/i18n.server';
import { listTied } from '~/models/duel/read.server';
import { DUEL_CHOICES } from '~/models/duel/rules';
import { duelFormSchema } from '~/models/duel/schema';
import { callDuel } from '~/models/duel/write.server';
import type { DomainError } from '~/models/errors';
import { presentScreenPhoto } from '~/models/photo/read.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['duel'] };

/** Calls a duel between the photos that share first place (rule `duel.what`). */
export async function loader(args: LoaderFunctionArgs) {
  const { event, isExpired } = await requireOrganizer(args);
  const { app } = args.context;
  const [t, language, tied] = await Promise.all([
    translator(args.request),
    languageOf(args.request),
    isExpired ? [] : listTied(app.db, { eventId: event.id }),
  ]);
  const view: DuelCallView = {
    photos: tied.map((photo) => {
      const { id, imageUrl, userName } = presentScreenPhoto(photo, app.storage);
      return { id, imageUrl, userName };
    }),
    choices: DUEL_CHOICES.map((seconds) => ({ seconds, label: durationOf(seconds, language) })),
    isCalled: event.duelEndsAt !== null,
  };
  return { title: t('duel:call.title'), view };
}

function durationOf(seconds: number, language: string): string {
  const [value, unit] = seconds < 60 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    value,
  );
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { app } = args.context;
  const submission = parseForm(await readForm(args), duelFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: paths.duel(),
    done: 'duel:call.begun',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  return outcome(args, says, () =>
    callDuel(app.db, { actor, eventId: event.id, ...submission.value, now: app.now }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventDuel() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={paths.top()}>
      <DuelDialog view={view} />
    </DialogPage>
  );
}
