import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { AuthPage } from '~/components/auth/hero';
import { JoinForm } from '~/components/auth/join-form';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { signIn } from '~/http/session.server';
import { withNamesThrottle } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import { joinFormSchema } from '~/models/event.schema';
import { findEventByNames } from '~/models/event.server';
import { checkVisitorAccess } from '~/models/user.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';

/** What the confirmation is there to say: that no such event was found. */
const UNKNOWN: ErrorCode[] = ['event_not_found', 'incorrect_organizer_name'];

/** The join form; an invitation's QR code fills in both names. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const t = await translator(request);
  return {
    title: t('auth:join.title'),
    values: { event: query.get('event') ?? '', organizerName: query.get('organizer') ?? '' },
  };
}

/**
 * The check before the confirmation (rule `sign-in.join-check`): an ended event keeps the form;
 * known or not, everything else goes on to the confirmation. From an ended event's form its
 * organizer goes on to Login/Register: all a visitor of an ended event ever sees.
 */
export async function action(args: ActionFunctionArgs) {
  const { db, today } = args.context.app;
  const form = await readForm(args.request);
  const submission = parseForm(form, joinFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { event, organizerName } = submission.value;
  try {
    if (form.get('intent') === 'organizer') {
      const visitorOf = await withNamesThrottle(args, () =>
        findEventByNames(db, { event, organizerName }),
      );
      return redirect(paths.login(), { headers: await signIn(args, { visitorOf }) });
    }
    await withNamesThrottle(args, () =>
      checkVisitorAccess(db, { event, organizerName, today: today() }),
    );
  } catch (error) {
    const isUnknown = error instanceof DomainError && UNKNOWN.includes(error.code);
    if (!isUnknown) return formError(submission, error);
  }
  return redirect(paths.joinConfirm({ event, organizer: organizerName }));
}

export const meta = pageMeta;

export default function Join() {
  const { t } = useTranslation('auth');
  const { values } = useLoaderData<typeof loader>();
  return (
    <AuthPage>
      <div>
        <h1>{t('join.title')}</h1>
        <p className="soft mt-1.5">{t('join.hint')}</p>
      </div>
      <JoinForm values={values} lastResult={useActionData<typeof action>()} />
    </AuthPage>
  );
}
