import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { MemberSignIn } from '~/components/auth/member-sign-in';
import { enter } from '~/http/authenticator.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { identify } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import type { DomainError, ErrorCode } from '~/models/errors';
import { memberFormSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** Errors that the join form reports, where the names can be corrected. */
const UNKNOWN_EVENT: ErrorCode[] = [
  'event_name_required',
  'organizer_name_required',
  'event_not_found',
  'incorrect_organizer_name',
];

/**
 * Signs in a member of an event that opens by code only, on a device without the code (rule `door.open`). The
 * event's names are in the URL.
 */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await identify(args);
  if (identity?.user) throw redirect(paths.home());
  const names = namesOf(args);
  if (!names.event || !names.organizerName) throw redirect(paths.join({ edit: 1 }));
  const t = await translator(args.request);
  return {
    title: t('server:auth.member.title'),
    hint: t('server:auth.member.hint'),
    event: names.event,
  };
}

export async function action(args: ActionFunctionArgs) {
  const submission = parseForm(await readForm(args), memberFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { password, ...person } = submission.value;
  const who = { ...namesOf(args), ...person };
  const says = {
    next: paths.home(),
    done: {
      title: 'server:auth.toast.welcome_back',
      text: 'server:auth.toast.welcome_back_text',
      isWelcome: true,
    },
    failed: 'entry_failed',
    reply: (error: DomainError) =>
      UNKNOWN_EVENT.includes(error.code)
        ? redirect(paths.join({ event: who.event, organizer: who.organizerName }))
        : formError(submission, error),
  } as const;
  return outcome(args, says, () =>
    password ? enter(args, 'password', { ...who, password }) : enter(args, 'names', who),
  );
}

function namesOf({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  const query = new URL(request.url).searchParams;
  return {
    event: query.get('event')?.trim() ?? '',
    organizerName: query.get('organizer')?.trim() ?? '',
  };
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function SignIn() {
  const { title, hint, event } = useLoaderData<typeof loader>();
  return (
    <AuthPage>
      <div>
        <h1>{title}</h1>
        <p className="mt-1.5 text-ink-soft">{hint}</p>
      </div>
      <MemberSignIn event={event} reply={useAnswer<SubmissionResult<string[]>>()} />
    </AuthPage>
  );
}
