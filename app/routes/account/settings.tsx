import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { PaymentView, SettingsView } from '~/components/account/account-views';
import { SettingsScreen, type SettingsReply } from '~/components/account/settings-screen';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { formError, formReply, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { requireMember, requireOrganizer, requireVisit, type Member } from '~/http/guards.server';
import { originOf } from '~/http/origin.server';
import { keepSession, signOut } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { namesOf, withSignInThrottle } from '~/http/throttle.server';
import { formatAmount, formatShortDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { changeDetails, changePassword, endSessions } from '~/models/account.server';
import { dayOf } from '~/models/day';
import { DomainError } from '~/models/errors';
import { listOwnPayments } from '~/models/payment.server';
import { renewReturnLink, takeReturnToken } from '~/models/return-link.server';
import { canChangeCredentials } from '~/models/user';
import { detailsFormSchema, linkFormSchema, passwordFormSchema } from '~/models/user.schema';
import { paths } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import type { ScreenHandle } from '../event/shell';
import { pageMeta } from '~/http/page-meta';

export const handle = { tab: 'settings', i18n: ['account', 'shop'] } satisfies ScreenHandle & {
  i18n: string[];
};
export const shouldRevalidate = keepWhenOnlyDialogChanges;

/** The settings. A visitor has a language, and the way to an account. */
export async function loader(args: LoaderFunctionArgs) {
  const { user, actor } = await requireVisit(args);
  const { app } = args.context;
  const t = await translator(args.request);
  const token = user && (await takeReturnToken(app, user));
  const settings: SettingsView = {
    role: actor.role,
    person: user && { name: user.name, email: user.email },
    canChangeCredentials: user !== null && canChangeCredentials(user.id),
    hasPassword: !!user?.passwordHash,
    payments: actor.role === 'organizer' && user ? await paymentViews(args, user.id) : null,
    returnUrl: token && originOf(args) + paths.returnLink(token),
  };
  return { title: t('account:settings.title'), settings };
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

/** Intents: `details`, `everywhere`, and an organizer's `password` and `link`. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.settings() });
  const form = await readForm(args.request);
  switch (form.get('intent')) {
    case 'link':
      return renewLink(args, await requireOrganizer(args), form);
    case 'password':
      return savePassword(args, await requireOrganizer(args), form);
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
  try {
    const { db } = args.context.app;
    const ids = { userId: member.user.id, eventId: member.event.id };
    await guardedByPassword(args, member, current, () =>
      changeDetails(db, { ...ids, ...details, current }),
    );
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    return data<SettingsReply>({ form: 'details', result }, init ?? undefined);
  }
  return redirectWithToast(args, paths.settings(), { tone: 'ok', title: 'account:details.saved' });
}

async function savePassword(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, passwordFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'password', result: formReply(submission) }, 400);
  }
  const { currentPassword: current, password } = submission.value;
  try {
    const { db } = args.context.app;
    const change = { userId: member.user.id, current, password };
    const user = await guardedByPassword(args, member, current, () => changePassword(db, change));
    await keepSession(args, user);
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    return data<SettingsReply>({ form: 'password', result }, init ?? undefined);
  }
  return redirectWithToast(args, paths.settings(), { tone: 'ok', title: 'account:password.saved' });
}

async function renewLink(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, linkFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'link', result: formReply(submission) }, 400);
  }
  const { user } = member;
  if (!canChangeCredentials(user.id)) refusePage(new DomainError('access_denied'));
  const { currentPassword: current } = submission.value;
  try {
    const renewed = await guardedByPassword(args, member, current, () =>
      renewReturnLink(args.context.app, { user, current }),
    );
    await keepSession(args, renewed);
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    return data<SettingsReply>({ form: 'link', result }, init ?? undefined);
  }
  return redirectWithToast(args, paths.settings(), { tone: 'ok', title: 'account:link.renewed' });
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
async function logOutEverywhere(args: ActionFunctionArgs, { user }: Member) {
  await endSessions(args.context.app.db, { userId: user.id });
  await signOut(args);
  return redirectWithToast(args, paths.auth(), {
    tone: 'ok',
    title: 'account:sessions.ended',
    text: 'account:sessions.ended_text',
  });
}

export const meta = pageMeta;

export default function Settings() {
  const { settings } = useLoaderData<typeof loader>();
  return <SettingsScreen settings={settings} reply={useActionData<typeof action>()} />;
}
