import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { LoginDialog, type LoginReply } from '~/components/auth/login-dialog';
import { LOGIN_TITLE_ID } from '~/components/dialogs/title-ids';
import { formError, formReply, parseForm, readForm, textsOf } from '~/http/forms.server';
import { requireVisit } from '~/http/guards.server';
import { signIn } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { limitedMail, signInMailFor } from '~/http/sign-in-mail.server';
import { namesOf, withSignInThrottle } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import { loginOrRegister } from '~/models/sign-in.server';
import { loginFormSchema } from '~/models/user.schema';
import { paths, safeNext } from '~/paths';
import { pageMeta } from '~/http/page-meta';

/**
 * What it shows does not depend on its forms. Asked again after signing in, the loader would answer
 * with a redirect of its own, and the action's notice would be lost on the way.
 */
export const shouldRevalidate = keepWhenOnlyAsked;

const nextOf = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get('next'), paths.home());

/**
 * Login/Register: a visitor becomes a participant; a member has no business here (rule
 * `sign-in.dialog`).
 */
export async function loader(args: LoaderFunctionArgs) {
  const next = nextOf(args.request);
  const { user } = await requireVisit(args, { evenExpired: true });
  if (user) throw redirect(next);
  const t = await translator(args.request);
  return { title: t('auth:login.title'), next };
}

/** Intents: `check` leads to the confirmation, `edit` back, `submit` signs in or registers. */
export async function action(args: ActionFunctionArgs) {
  const next = nextOf(args.request);
  const { user: member, event } = await requireVisit(args, { evenExpired: true });
  if (member) throw redirect(next);

  const form = await readForm(args.request);
  const submission = parseForm(form, loginFormSchema);
  const values = textsOf(submission, ['name', 'email', 'consent']);
  const reply = { values, asksPassword: form.has('password') };
  if (submission.status !== 'success') {
    return data<LoginReply>({ ...reply, step: 'details', result: formReply(submission) }, 400);
  }
  const intent = form.get('intent');
  if (intent === 'edit') return data<LoginReply>({ ...reply, step: 'details' });
  if (intent !== 'submit') return data<LoginReply>({ ...reply, step: 'confirm' });

  const { name, email, password } = submission.value;
  try {
    const signInMail = await signInMailFor(args);
    const who = { name, email, password };
    const { user, created } = await withSignInThrottle(args, { ...who, ...namesOf(event) }, () =>
      loginOrRegister(
        { ...args.context.app, mail: limitedMail(args) },
        { ...who, eventId: event.id, signInMail },
      ),
    );
    await signIn(args, { user });
    return await redirectWithToast(args, next, {
      tone: 'ok',
      title: created ? 'auth:toast.account_created' : 'auth:toast.welcome_back',
      text: created ? 'auth:toast.account_created_text' : 'auth:toast.welcome_back_text',
    });
  } catch (error) {
    const { data: result, init } = formError(submission, error);
    const asksPassword = reply.asksPassword || !!result.error?.password;
    return data<LoginReply>({ values, asksPassword, step: 'confirm', result }, init ?? undefined);
  }
}

export const meta = pageMeta;

export default function Login() {
  return (
    <DialogPage titleId={LOGIN_TITLE_ID}>
      <LoginDialog data={useLoaderData<typeof loader>()} />
    </DialogPage>
  );
}
