import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { LoginDialog } from '~/components/auth/login-dialog';
import type { LoginReply } from '~/components/auth/login-reply';
import { enter } from '~/http/authenticator.server';
import { formError, formReply, parseForm, readForm, textsOf } from '~/http/forms.server';
import { requireVisit } from '~/http/guards.server';
import { nextOf } from '~/http/origin.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import { memberOf } from '~/models/access';
import { DomainError } from '~/models/errors';
import { addFavorite } from '~/models/photo/star.server';
import { readId } from '~/models/id';
import type { Claim } from '~/models/session/sign-in.server';
import type { UserRow } from '~/models/user/read.server';
import { loginFormSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { logRefusal, orFailure } from '~/http/refusal.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

/** Login/Register: a visitor becomes a participant; members are redirected (rule `sign-in.dialog`). */
export async function loader(args: LoaderFunctionArgs) {
  const next = nextOf(args.request, paths.home());
  const { user } = await requireVisit(args, { onceEnded: 'everything' });
  if (user) throw redirect(next);
  const t = await translator(args.request);
  return { title: t('auth:login.title'), close: closingOf(next) };
}

/** Where closing leads: a visitor who wanted to add a photo is not asked to sign in again. */
const closingOf = (next: string) => (next === paths.photosNew() ? paths.feed() : next);

/**
 * Intents: `check` leads to the confirmation, `edit` back, `submit` signs in or registers. A person who
 * resembles a member answers `link` or `other`; the answer `other` stays in the form after an error.
 */
export async function action(args: ActionFunctionArgs) {
  const next = nextOf(args.request, paths.home());
  const visit = await orFailure(args, 'entry_failed', () =>
    requireVisit(args, { onceEnded: 'everything' }),
  );
  if ('user' in visit && visit.user) throw redirect(next);

  const form = await readForm(args);
  const submission = parseForm(form, loginFormSchema);
  const values = textsOf(submission, ['name', 'email', 'consent']);
  const reply = { values, asksPassword: form.has('password'), asksCode: form.has('code') };
  if (submission.status !== 'success') {
    return data<LoginReply>({ ...reply, step: 'details', result: formReply(submission) }, 400);
  }
  const intent = form.get('intent');
  if (visit instanceof DomainError) {
    const step = isEntering(intent) ? 'confirm' : 'details';
    return formError(submission, visit, (result): LoginReply => ({ ...reply, step, result }));
  }
  if (intent === 'edit') return data<LoginReply>({ ...reply, step: 'details' });
  if (!isEntering(intent)) return data<LoginReply>({ ...reply, step: 'confirm' });

  const { event } = visit;
  const { name, email, password, code } = submission.value;
  const claim = intent === 'submit' ? (form.has('other') ? 'other' : undefined) : intent;
  const who = { eventId: event.id, name, email, password, claim };
  const t = await translator(args.request);
  const says = {
    next,
    done: ({ created, star }: Entered) => {
      const notice = created ? CREATED : WELCOME_BACK;
      return star === null ? { ...notice, isWelcome: true } : { ...notice, text: star };
    },
    failed: 'entry_failed' as const,
    reply: (error: DomainError) => {
      // The form only asks for it; nothing has gone wrong yet.
      if (error.code === 'password_required' && !reply.asksPassword) {
        return data<LoginReply>({ values, step: 'confirm', asksPassword: true });
      }
      if (error.code === 'second_factor_required' && !reply.asksCode) {
        return data<LoginReply>({ ...reply, step: 'confirm', asksCode: true });
      }
      const asksPassword = reply.asksPassword || error.field === 'password';
      const { asksCode } = reply;
      const isOther = claim === 'other';
      return formError(submission, error, (result): LoginReply => {
        const wait = error.code === 'many_arriving' ? error.retryAfter : undefined;
        const answer = { values, asksPassword, asksCode, isOther, wait, result };
        if (!error.lookalike)
          return { ...answer, step: error.field === 'name' ? 'details' : 'confirm' };
        const known = { title: t('auth:known.title'), ...error.lookalike };
        return { ...answer, step: 'known', known };
      });
    },
  };
  return outcome(args, says, async (): Promise<Entered> => {
    const { user, created } = await enter(args, 'dialog', who, code);
    return { created, star: await giveStar(args, user) };
  });
}

function isEntering(intent: string | undefined): intent is 'submit' | Claim {
  return intent === 'submit' || intent === 'link' || intent === 'other';
}

interface Entered {
  created: boolean;
  /** The outcome for the star that led here; null if none did. */
  star: 'auth:toast.star_given' | `errors:${DomainError['code']}` | null;
}

const CREATED = {
  title: 'auth:toast.account_created',
  text: 'auth:toast.account_created_text',
} as const;

const WELCOME_BACK = {
  title: 'auth:toast.welcome_back',
  text: 'auth:toast.welcome_back_text',
} as const;

/** Gives the star that a visitor tapped, now that they are signed in. An error is shown with the welcome. */
async function giveStar(args: ActionFunctionArgs, user: UserRow): Promise<Entered['star']> {
  const { request, context } = args;
  const photoId = readId(new URL(request.url).searchParams.get('star'));
  if (photoId === undefined) return null;
  try {
    await addFavorite(context.app.db, { photoId, actor: memberOf(user, context.app.today()) });
    return 'auth:toast.star_given';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
    return `errors:${error.code}`;
  }
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Login() {
  const { title, close } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <LoginDialog close={close} />
    </DialogPage>
  );
}
