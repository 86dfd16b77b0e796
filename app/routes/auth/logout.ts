import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { outcome } from '~/http/outcome.server';
import { leaveEvent } from '~/http/session.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** Logging out is a POST; a GET redirects home. */
export function loader() {
  return redirect(paths.home());
}

/** Ends the session and redirects to the landing page, which offers the way back. */
export async function action(args: ActionFunctionArgs) {
  const says = {
    next: paths.auth(),
    back: paths.home(),
    refused: 'server:auth.toast.logout_failed',
    failed: 'logout_failed',
  } as const;
  return outcome(args, says, () => leaveEvent(args));
}

export const clientAction = keepForm;
