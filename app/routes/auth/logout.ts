import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { leaveEvent } from '~/http/session.server';
import { keepForm } from '~/offline/keep-form';
import { paths } from '~/paths';

/** Logging out is a POST; a GET leads home. */
export function loader() {
  return redirect(paths.home());
}

/** Ends the session and leads to the landing, which offers the way back. */
export async function action(args: ActionFunctionArgs) {
  return redirect(paths.auth(), { headers: await leaveEvent(args) });
}

export const clientAction = keepForm;
