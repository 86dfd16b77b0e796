import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { JoinConfirm } from '~/components/auth/join-confirm';
import { enter } from '~/http/authenticator.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { identify } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { eventNamesSchema } from '~/models/event/schema';
import { isCardCode } from '~/models/mission/rules';
import { isFoundBy } from '~/models/event/names.server';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { missionPaths } from '~/mission-paths';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { loadLeaving } from './load-leaving.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** 'Check your details': the input is in the URL, so Edit and Back keep it. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const query = new URL(request.url).searchParams;
  const event = query.get('event')?.trim();
  const organizerName = query.get('organizer')?.trim();
  if (!event || !organizerName) throw redirect(paths.join({ event, organizer: organizerName }));
  const t = await translator(request);
  const leaving = await loadLeaving(args, { event, organizerName });
  return { title: t('auth:confirm.title'), event, organizerName, leaving };
}

/**
 * Confirm: the two names open the event to a visitor. Members of the event keep their session; members of another event
 * are asked first. A guest who scanned a printed mission card is then redirected to its mission.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const submission = parseForm(form, eventNamesSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { event: name, organizerName } = submission.value;

  const names = { event: name, organizerName };
  const mission = form.get('mission') ?? '';
  const next = isCardCode(mission) ? missionPaths.add({ mission }) : paths.home();
  const says = {
    next,
    done: {
      title: 'server:auth.toast.access_granted',
      text: 'server:auth.toast.access_granted_text',
      isWelcome: true,
    },
    failed: 'entry_failed',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  return outcome(args, says, async () => {
    const identity = await identify(args);
    if (identity && (await isFoundBy(args.context.app.db, { event: identity.event, names }))) {
      throw redirect(next);
    }
    if (identity?.user && !form.has('leave')) throw new DomainError('other_event');
    await enter(args, 'visitor', names);
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function JoinConfirmPage() {
  const { event, organizerName, leaving } = useLoaderData<typeof loader>();
  return (
    <AuthPage>
      <JoinConfirm
        event={event}
        organizerName={organizerName}
        leaving={leaving}
        reply={useAnswer<typeof action>()}
      />
    </AuthPage>
  );
}
