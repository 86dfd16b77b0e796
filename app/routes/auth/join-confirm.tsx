import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { JoinConfirm } from '~/components/auth/join-confirm';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { identify } from '~/http/guards.server';
import { signIn } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { withNamesThrottle } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import { isCode } from '~/models/error-code';
import { nameKey } from '~/models/event';
import { eventNamesSchema } from '~/models/event.schema';
import { checkVisitorAccess } from '~/models/user.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';

/** 'Check your details': what was typed travels in the address, so Edit and Back keep it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  const event = query.get('event')?.trim();
  const organizerName = query.get('organizer')?.trim();
  if (!event || !organizerName) throw redirect(paths.join({ event, organizer: organizerName }));
  const t = await translator(request);
  return { title: t('auth:confirm.title'), event, organizerName };
}

/** Confirm: the two names open the event to a visitor; its members stay who they are. */
export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const submission = parseForm(await readForm(args.request), eventNamesSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { event: name, organizerName } = submission.value;

  const here = (await identify(args))?.event;
  if (here?.nameKey === nameKey(name) && here.organizerNameKey === nameKey(organizerName)) {
    return redirect(paths.home());
  }
  try {
    const event = await withNamesThrottle(args, () =>
      checkVisitorAccess(app.db, { event: name, organizerName, today: app.today() }),
    );
    await signIn(args, { visitorOf: event });
  } catch (error) {
    return formError(submission, error);
  }
  return redirectWithToast(args, paths.home(), {
    tone: 'ok',
    title: 'auth:toast.access_granted',
    text: 'auth:toast.access_granted_text',
  });
}

export const meta = pageMeta;

export default function JoinConfirmPage() {
  const { event, organizerName } = useLoaderData<typeof loader>();
  const errors = Object.values(useActionData<typeof action>()?.error ?? {}).flat();
  return (
    <AuthPage>
      <JoinConfirm
        event={event}
        organizerName={organizerName}
        error={errors.length > 0 ? (errors.find(isCode) ?? 'unknown') : null}
      />
    </AuthPage>
  );
}
