import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import {
  CONFIRM_FORM,
  CreateEventConfirm,
} from '~/components/organizer/settings/create-event-confirm';
import { CreateEventForm } from '~/components/organizer/settings/create-event-form';
import {
  CREATE_EVENT_FIELDS,
  DRAFT_PASSWORD,
  type CreateEventTexts,
} from '~/components/organizer/settings/create-event-texts';
import { describeDates, type EventDates } from '~/components/organizer/settings/event-dates';
import { PAGE_TITLE_ID, PlainPage } from '~/components/shell/plain-page';
import { useStepFocus } from '~/components/ui/use-step-focus';
import { enter } from '~/http/authenticator.server';
import type { RequestArgs } from '~/http/context';
import { identify, type Identity } from '~/http/guards.server';
import {
  formError,
  formReply,
  parseForm,
  readForm,
  textsOf,
  type FormTexts,
} from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { languageOf, translator } from '~/i18n/i18n.server';
import { addDays, parseDay } from '~/models/day';
import { memberOf } from '~/models/access';
import type { DomainError } from '~/models/errors';
import { copyEventImage } from '~/models/event/image.server';
import { DEFAULT_EVENT_DAYS, eventTextsOf } from '~/models/event/rules';
import type { EventRow } from '~/models/event/read.server';
import { createEventFormSchema } from '~/models/event/schema';
import { withFollowingEnd } from '~/models/event/following-end';
import type { UserRow } from '~/models/user/read.server';
import { listTables } from '~/models/table/read.server';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { lowestPriceIn } from '../shop/prices';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/**
 * The form with its defaults (rule `event.defaults`); `?like=this` prefills the organizer and the texts from the
 * current event, from which more is copied over (rule `event.again`).
 */
export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const today = args.context.app.today();
  const again = await identifyAgain(args);
  const defaults: CreateEventTexts = {
    name: '',
    organizerName: again?.user?.name ?? '',
    organizerEmail: again?.user?.email ?? '',
    organizerUsername: '',
    organizerPassword: '',
    ...eventTextsOf(again?.event ?? { description: t('create:default_description') }),
    startDate: today,
    endDate: addDays(today, DEFAULT_EVENT_DAYS),
    partyDate: '',
  };
  return {
    title: t('create:title'),
    price: args.context.app.payments && lowestPriceIn(await languageOf(args.request)),
    today,
    defaults,
    dates: await datesFor(args, defaults),
    along: again && (await sayAlong(args, again.event)),
  };
}

/** The text about what is copied over from another event (rule `event.again`). */
async function sayAlong(
  { request, context }: LoaderFunctionArgs,
  { id: eventId, door, votingEnabled }: EventRow,
): Promise<string> {
  const t = await translator(request);
  const { length: count } = await listTables(context.app.db, { eventId });
  return [
    t('server:again.along'),
    ...(count > 0 ? [t('tables:desk.along', { count })] : []),
    ...(door === 'code' ? [t('server:again.code')] : []),
    ...(votingEnabled ? [] : [t('server:again.voting_off')]),
  ].join(' ');
}

/** The organizer who creates an event like their own; otherwise null. */
async function identifyAgain(args: RequestArgs) {
  const isLikeThis = new URL(args.request.url).searchParams.get('like') === 'this';
  const identity = isLikeThis ? await identify(args) : null;
  return identity?.actor.role === 'organizer' ? identity : null;
}

/** One of the two steps with the typed values; `result` has the errors. */
interface CreateReply {
  step: 'form' | 'confirm';
  values: CreateEventTexts;
  dates: EventDates;
  result?: SubmissionResult<string[]>;
}

/** Intents: `check` leads to the summary, `edit` back, `create` creates the event and signs in. */
export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const form = withFollowingEnd(withCarriedPassword(await readForm(args)));
  const schema = createEventFormSchema(app.env.EVENT_TIME_ZONE, app.today(), app.payments !== null);
  const submission = parseForm(form, schema);
  const values: CreateEventTexts = textsOf(submission, CREATE_EVENT_FIELDS);
  const reply = { values, dates: await datesFor(args, values) };
  if (submission.status !== 'success') {
    return data<CreateReply>({ ...reply, step: 'form', result: formReply(submission) }, 400);
  }
  const intent = form.get('intent');
  if (intent === 'edit') return data<CreateReply>({ ...reply, step: 'form' });
  if (intent !== 'create') return data<CreateReply>({ ...reply, step: 'confirm' });
  const says = {
    next: paths.home(),
    done: ({ hasImage }: { hasImage: boolean }) =>
      hasImage
        ? ({ tone: 'star', title: 'create:created', text: 'create:created_text' } as const)
        : ({ tone: 'bad', title: 'create:created', text: 'server:created_without_image' } as const),
    failed: 'event_creation_failed',
    reply: (error: DomainError) =>
      formError(submission, error, (result): CreateReply => ({ ...reply, step: 'form', result })),
  } as const;
  return outcome(args, says, async () => {
    const again = await identifyAgain(args);
    const likeEvent = again?.event.id;
    const { user } = await enter(args, 'creation', { ...submission.value, likeEvent });
    return { hasImage: !again || (await takeImage(args, again, user)) };
  });
}

/** Copies the image of the former event. Returns whether that is done, or there was none. */
function takeImage({ context }: RequestArgs, again: Identity, user: UserRow) {
  const { app } = context;
  return copyEventImage(app, {
    from: { actor: again.actor, eventId: again.event.id },
    to: { actor: memberOf(user, app.today()), eventId: user.eventId },
  });
}

function withCarriedPassword(form: FormTexts): FormTexts {
  const draft = form.get(DRAFT_PASSWORD);
  return draft && !form.get('organizerPassword')
    ? new Map(form).set('organizerPassword', draft)
    : form;
}

async function datesFor(args: RequestArgs, values: CreateEventTexts) {
  const today = args.context.app.today();
  const zone = args.context.app.env.EVENT_TIME_ZONE;
  const startDate = parseDay(values.startDate, zone);
  const endDate = parseDay(values.endDate, zone);
  const span =
    startDate && endDate
      ? { startDate, endDate }
      : { startDate: today, endDate: addDays(today, DEFAULT_EVENT_DAYS) };
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  return describeDates(t, language, {
    ...span,
    partyDate: parseDay(values.partyDate, zone),
    today,
    endsEarly: t('create:ends_early'),
  });
}

export const clientAction = keepForm;

export const handle = { i18n: ['create'] };

export const meta = pageMeta;

export default function CreateEvent() {
  const { t } = useTranslation(['auth', 'create']);
  const { price, today, defaults, dates, along } = useLoaderData<typeof loader>();
  const reply = useAnswer<typeof action>();
  const step = reply?.step ?? 'form';
  useStepFocus(PAGE_TITLE_ID, step);
  if (reply && step === 'confirm') {
    return (
      <PlainPage title={t('confirm.title')} back={{ form: CONFIRM_FORM }}>
        <CreateEventConfirm values={reply.values} defaults={defaults} dates={reply.dates} />
      </PlainPage>
    );
  }
  return (
    <PlainPage title={t('create:title')} back={{ to: paths.auth() }}>
      <CreateEventForm
        values={reply?.values ?? defaults}
        defaults={defaults}
        dates={reply?.dates ?? dates}
        today={today}
        price={price}
        along={along}
        lastResult={reply?.result}
      />
    </PlainPage>
  );
}
