import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { SettingsView } from '~/components/account/account-views';
import { SettingsScreen, type SettingsReply } from '~/components/account/settings-screen';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { formError, formReply, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { requireMember, requireOrganizer, requireVisit, type Member } from '~/http/guards.server';
import { redirectWith, redirectWithToast, takeCarried } from '~/http/session.server';
import { withSignInThrottle } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import { changeDetails, changePassword } from '~/models/account.server';
import { DomainError } from '~/models/errors';
import { createReturnToken } from '~/models/sign-in.server';
import { canChangeCredentials } from '~/models/user';
import { passwordFormSchema, personSchema } from '~/models/user.schema';
import { paths } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import type { ScreenHandle } from '../event/shell';
import { pageMeta } from '../page-meta';

export const handle = { tab: 'settings', i18n: ['account'] } satisfies ScreenHandle & {
  i18n: string[];
};
export const shouldRevalidate = keepWhenOnlyDialogChanges;

/** The settings (C§7). A visitor has a language, and the way to an account. */
export async function loader(args: LoaderFunctionArgs) {
  const { user, actor } = await requireVisit(args);
  const { request, context } = args;
  const t = await translator(request);
  const { value: token, headers } = await takeCarried(args, 'returnToken');
  const origin = context.app.env.PUBLIC_ORIGIN ?? new URL(request.url).origin;
  const settings: SettingsView = {
    role: actor.role,
    person: user && { name: user.name, email: user.email },
    canChangeCredentials: user !== null && canChangeCredentials(user.id),
    hasPassword: !!user?.passwordHash,
    returnUrl: token && origin + paths.returnLink(token),
  };
  return data({ title: t('account:settings.title'), settings }, { headers: headers ?? undefined });
}

/** Intents: `details`, and an organizer's `password` and `link` (C§3). */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.settings() });
  const form = await readForm(args.request);
  switch (form.get('intent')) {
    case 'link':
      return renewLink(args, await requireOrganizer(args));
    case 'password':
      return savePassword(args, await requireOrganizer(args), form);
    default:
      return saveDetails(args, member, form);
  }
}

async function saveDetails(args: ActionFunctionArgs, { user, event }: Member, form: FormTexts) {
  const submission = parseForm(form, personSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'details', result: formReply(submission) }, 400);
  }
  try {
    const { db } = args.context.app;
    await changeDetails(db, { userId: user.id, eventId: event.id, ...submission.value });
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    return data<SettingsReply>({ form: 'details', result }, init ?? undefined);
  }
  return redirectWithToast(args, paths.settings(), { tone: 'ok', title: 'account:details.saved' });
}

async function savePassword(args: ActionFunctionArgs, { user, event }: Member, form: FormTexts) {
  const submission = parseForm(form, passwordFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'password', result: formReply(submission) }, 400);
  }
  try {
    const { currentPassword: current, password } = submission.value;
    // Guessing the current one counts as guessing it at the door.
    await withSignInThrottle(args, { event: event.id, name: user.name }, () =>
      changePassword(args.context.app.db, { userId: user.id, current, password }),
    );
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    return data<SettingsReply>({ form: 'password', result }, init ?? undefined);
  }
  return redirectWithToast(args, paths.settings(), { tone: 'ok', title: 'account:password.saved' });
}

async function renewLink(args: ActionFunctionArgs, { user }: Member) {
  if (!canChangeCredentials(user.id)) refusePage(new DomainError('access_denied'));
  const returnToken = await createReturnToken(args.context.app.db, { userId: user.id });
  return redirectWith(args, paths.settings(), {
    toast: { tone: 'ok', title: 'account:link.renewed' },
    returnToken,
  });
}

export const meta = pageMeta;

export default function Settings() {
  const { settings } = useLoaderData<typeof loader>();
  return <SettingsScreen settings={settings} reply={useActionData<typeof action>()} />;
}
