import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { StopMails } from '~/components/auth/stop-mails';
import { keepForm } from '~/browser/keep-form';
import { identify } from '~/http/guards.server';
import { privatePageMeta } from '~/http/page-meta';
import { isStopLink, stopMemberMails } from '~/models/user/morning-link.server';
import { paths } from '~/paths';
import { loadStop, stopMails } from './stop-mails.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['links'] };

/** Ends the mails about an event to a member (rule `mails.morning-link`). */
export async function loader(args: LoaderFunctionArgs) {
  const isGood = await isStopLink(args.context.app, { token: args.params.token ?? '' });
  return loadStop(args, { isGood, text: 'morning_mail.stop_text' });
}

export async function action(args: ActionFunctionArgs) {
  const token = args.params.token ?? '';
  // The landing page would redirect a signed-in reader, who would not see the notice.
  const next = (await identify(args))?.user ? paths.settings() : paths.auth();
  return stopMails(args, { next, stop: () => stopMemberMails(args.context.app, { token }) });
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function MorningStop() {
  return <StopMails {...useLoaderData<typeof loader>()} />;
}
