import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MessagesScreen } from '~/components/account/messages-screen';
import { readForm } from '~/http/forms.server';
import { requireMember } from '~/http/guards.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { markAllRead } from '~/models/message/write.server';
import { keepForm } from '~/browser/keep-form';
import { paths, safeNext } from '~/paths';
import { orRefuse } from '~/http/refusal.server';
import type { ScreenHandle } from '../event/screen-handle';
import { pageMeta } from '~/http/page-meta';
import { loadMessages } from './load-messages.server';
import { cancelPlannedMessage, writeMessage } from './write-message.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'messages', i18n: ['account'] } satisfies ScreenHandle;
/** A member's conversations. The open one is marked as read. A visitor must log in first. */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(args, { next: paths.messages(), onceEnded: 'reading' });
  const t = await translator(args.request);
  const { view, mark } = await orRefuse(args, () => loadMessages(args, member));
  return { title: t('account:messages.title'), view, marks: { messages: mark } };
}

/**
 * Intents: `send` writes to the person or audience in the URL, now or later; `unplan` cancels a planned message;
 * `read-all` marks all messages as read.
 */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.messages() });
  const form = await readForm(args);
  switch (form.get('intent')) {
    case 'read-all':
      await markAllRead(args.context.app.db, { actor: member.actor });
      return redirectWithToast(args, here(args), {
        tone: 'ok',
        title: 'account:messages.all_read',
      });
    case 'unplan':
      return cancelPlannedMessage(args, member, { form });
    default:
      return writeMessage(args, member, { form, here: here(args) });
  }
}

/** The current URL, as a redirect target. */
function here({ request }: ActionFunctionArgs): string {
  const { pathname, searchParams } = new URL(request.url);
  // A draft that was sent need not be offered again.
  searchParams.delete('draft');
  const search = searchParams.size > 0 ? `?${searchParams}` : '';
  return safeNext(pathname + search, paths.messages());
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Messages() {
  return <MessagesScreen view={useLoaderData<typeof loader>().view} />;
}
