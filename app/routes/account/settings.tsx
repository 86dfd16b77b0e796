import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { PaymentView, SettingsView } from '~/components/account/account-views';
import { SettingsScreen, type SettingsReply } from '~/components/account/settings-screen';
import { formError, formReply, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { requireMember, requireOrganizer, requireVisit, type Member } from '~/http/guards.server';
import { keepSession, signOut } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { outcome } from '~/http/outcome.server';
import { namesOf, withSignInThrottle } from '~/http/throttle.server';
import { formatAmount, formatShortDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { type TextKey } from '~/i18n/translate';
import { can, ownAccount } from '~/models/access';
import { changePassword, endSessions } from '~/models/credential-changes.server';
import { dayOf } from '~/models/day';
import { DomainError } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import { readMailWish, setMailWish } from '~/models/mail-notice.server';
import { listOwnPayments } from '~/models/payment.server';
import { renewReturnLink } from '~/models/return-link.server';
import { isMadeUpAddress } from '~/models/user';
import { changeDetails } from '~/models/user-changes.server';
import {
  detailsFormSchema,
  linkFormSchema,
  mailsFormSchema,
  passwordFormSchema,
} from '~/models/user.schema';
import { keepForm } from '~/offline/keep-form';
import { useAnswer } from '~/offline/use-answer';
import { paths } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { takeReturnLink } from '~/http/return-link.server';
import type { ScreenHandle } from '../event/shell';
import { pageMeta } from '~/http/page-meta';

export const handle = { tab: 'settings', i18n: ['account', 'shop'] } satisfies ScreenHandle;
/** The settings. A visitor has a language, and the way to an account. */
export async function loader(args: LoaderFunctionArgs) {
  const { user, actor } = await requireVisit(args);
  const t = await translator(args.request);
  const settings: SettingsView = {
    role: actor.role,
    person: user && { name: user.name, email: user.email },
    canChangeCredentials: can(actor, 'account.rename', ownAccount(actor)),
    hasPassword: !!user?.passwordHash,
    mails: user && (await mailsView(args, user)),
    payments: actor.role === 'organizer' && user ? await paymentViews(args, user.id) : null,
    returnUrl: user && (await takeReturnLink(args, { actor, user })),
  };
  return { title: t('account:settings.title'), settings };
}

/** Null where no mail can be sent, or nobody reads it. */
async function mailsView({ context: { app } }: LoaderFunctionArgs, user: Member['user']) {
  if (!app.mail || isMadeUpAddress(user.email)) return null;
  return { isOn: await readMailWish(app.db, { user }), email: user.email };
}

async function paymentViews(args: LoaderFunctionArgs, userId: number): Promise<PaymentView[]> {
  const { app } = args.context;
  const language = await languageOf(args.request);
  const own = await listOwnPayments(app, { userId });
  return own.map(({ createdAt, amount, ...payment }) => ({
    ...payment,
    day: formatShortDay(dayOf(createdAt, app.env.EVENT_TIME_ZONE), language),
    amount: formatAmount(amount, language),
  }));
}

/** Intents: `details`, `mails`, `everywhere`, and an organizer's `password` and `link`. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.settings() });
  const form = await readForm(args);
  switch (form.get('intent')) {
    case 'link':
      return renewLink(args, await requireOrganizer(args), form);
    case 'password':
      return savePassword(args, await requireOrganizer(args), form);
    case 'mails':
      return saveMails(args, member, form);
    case 'everywhere':
      return logOutEverywhere(args, member);
    default:
      return saveDetails(args, member, form);
  }
}

async function saveDetails(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, detailsFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'details', result: formReply(submission) }, 400);
  }
  const { currentPassword: current, ...details } = submission.value;
  const { db } = args.context.app;
  const { actor } = member;
  return outcome(args, saying('details', submission, 'account:details.saved'), () =>
    guardedByPassword(args, member, current, () =>
      changeDetails(db, { ...details, actor, current }),
    ),
  );
}

async function savePassword(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, passwordFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'password', result: formReply(submission) }, 400);
  }
  const { currentPassword: current, password } = submission.value;
  return outcome(args, saying('password', submission, 'account:password.saved'), async () => {
    const { db } = args.context.app;
    const change = { actor: member.actor, current, password };
    const user = await guardedByPassword(args, member, current, () => changePassword(db, change));
    await keepSession(args, user);
  });
}

function saveMails(args: ActionFunctionArgs, { actor }: Member, form: FormTexts) {
  const says = {
    next: paths.settings(),
    done: (isWanted: boolean) => (isWanted ? 'account:mails.on' : 'account:mails.off'),
    refused: 'account:mails.failed',
  } as const;
  return outcome(args, says, async () => {
    const { mails: isWanted } = parseValues(mailsFormSchema, Object.fromEntries(form));
    await setMailWish(args.context.app.db, { actor, isWanted });
    return isWanted;
  });
}

async function renewLink(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, linkFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'link', result: formReply(submission) }, 400);
  }
  const { actor, user } = member;
  if (!can(actor, 'account.secure', ownAccount(actor))) {
    refusePage(args, new DomainError('access_denied'));
  }
  const { currentPassword: current } = submission.value;
  return outcome(args, saying('link', submission, 'account:link.renewed'), async () => {
    const renewed = await guardedByPassword(args, member, current, () =>
      renewReturnLink(args.context.app, { actor, user, current }),
    );
    await keepSession(args, renewed);
  });
}

/** What one of the forms says: that it is saved, or what is wrong, at its own fields. */
function saying(
  form: SettingsReply['form'],
  submission: Parameters<typeof formError>[0],
  done: TextKey,
) {
  const reply = (error: DomainError) =>
    formError(submission, error, (result): SettingsReply => ({ form, result }));
  return { next: paths.settings(), done, reply };
}

/** Guessing the current password here counts as guessing it at the door. */
function guardedByPassword<T>(
  args: ActionFunctionArgs,
  { user, event }: Member,
  current: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  return withSignInThrottle(args, { ...namesOf(event), name: user.name, password: current }, work);
}

/** Signs out every device, this one too: it may be pressed on another than the lost one. */
async function logOutEverywhere(args: ActionFunctionArgs, { actor }: Member) {
  await endSessions(args.context.app.db, { actor });
  await signOut(args);
  return redirectWithToast(args, paths.auth(), {
    tone: 'ok',
    title: 'account:sessions.ended',
    text: 'account:sessions.ended_text',
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Settings() {
  const { settings } = useLoaderData<typeof loader>();
  return <SettingsScreen settings={settings} reply={useAnswer<typeof action>()} />;
}
