import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { LinkExpired, OpenEvent } from '~/components/auth/open-event';
import { enter } from '~/http/authenticator.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import { getEvent } from '~/models/event/read.server';
import { findUserByReturnToken } from '~/models/session/sign-in.server';
import type { DomainError } from '~/models/errors';
import { codeFormSchema } from '~/models/user/schema';
import { useAnswer } from '~/browser/use-answer';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { privatePageMeta } from '~/http/page-meta';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/**
 * An organizer's private return link (rule `sign-in.return-link`). Opening it changes nothing; its button
 * signs in.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db } = context.app;
  const t = await translator(request);
  const user = await findUserByReturnToken(db, { token: params.token ?? '' });
  if (!user) return data({ title: t('links:link.invalid'), eventName: null, asksCode: false }, 404);
  const event = await getEvent(db, { eventId: user.eventId });
  const asksCode = user.secondFactorSealed !== null;
  return data({ title: event.name, eventName: event.name, asksCode });
}

export async function action(args: ActionFunctionArgs) {
  const submission = parseForm(await readForm(args), codeFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { code } = submission.value;
  const says = {
    next: paths.home(),
    done: { title: 'server:auth.toast.welcome_back', text: 'server:auth.toast.welcome_back_text' },
    // The link was renewed in the meantime; the loader reports it.
    reply: (error: DomainError) =>
      error.code === 'link_expired' ? null : formError(submission, error),
  } as const;
  const token = args.params.token ?? '';
  return outcome(args, says, () => enter(args, 'return-link', { token }, code));
}

export const clientAction = keepForm;

export const handle = { i18n: ['links', 'second_factor'] };

export const meta = privatePageMeta;

export default function ReturnLink() {
  const { eventName, asksCode } = useLoaderData<typeof loader>();
  const result = useAnswer<typeof action>();
  if (!eventName) {
    return (
      <AuthPage>
        <LinkExpired />
      </AuthPage>
    );
  }
  return (
    <AuthPage>
      <OpenEvent title={eventName} asksCode={asksCode} result={result} />
    </AuthPage>
  );
}
