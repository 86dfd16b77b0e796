import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { StopMails } from '~/components/auth/stop-mails';
import { privatePageMeta } from '~/http/page-meta';
import { findGuest, stopGuestMails } from '~/models/user/guest-mail.server';
import { keepForm } from '~/browser/keep-form';
import { loadStop, stopMails } from './stop-mails.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/** Ends the mails about an event to a guest who was invited by mail (rule `guest-list.stop`). */
export async function loader(args: LoaderFunctionArgs) {
  const found = await findGuest(args.context.app, { token: args.params.token ?? '' });
  return loadStop(args, { isGood: found !== null, text: 'auth.guest_stop.text' });
}

export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const token = args.params.token ?? '';
  return stopMails(args, { stop: () => stopGuestMails(app, { token, now: app.now() }) });
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function GuestStop() {
  return <StopMails {...useLoaderData<typeof loader>()} />;
}
