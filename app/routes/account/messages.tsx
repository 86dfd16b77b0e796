import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MessagesScreen } from '~/components/account/messages-screen';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { parseId } from '~/http/api.server';
import { formError, invalidForm, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { requireMember, type Member } from '~/http/guards.server';
import { sendLimited } from '~/http/send-message.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { EVERYONE, PLATFORM } from '~/models/message';
import { messageFormSchema } from '~/models/message.schema';
import { markAllRead, markRead } from '~/models/message.server';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import type { ScreenHandle } from '../event/shell';
import { pageMeta } from '~/http/page-meta';
import { loadMessages, readWith } from './load-messages.server';

export const handle = { tab: 'messages', i18n: ['account'] } satisfies ScreenHandle & {
  i18n: string[];
};
export const shouldRevalidate = keepWhenOnlyDialogChanges;

/** The conversations of a member; a visitor logs in first. */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(args, { next: paths.messages() });
  const t = await translator(args.request);
  const view = await loadMessages(args, member).catch(refusePage);
  return { title: t('account:messages.title'), view };
}

/** Intents: `send` writes to whom the address names, `read` and `read-all` mark. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.messages() });
  const form = await readForm(args.request);
  switch (form.get('intent')) {
    case 'read':
      return read(args, member, form);
    case 'read-all':
      await markAllRead(args.context.app.db, { userId: member.user.id });
      return redirectWithToast(args, here(args), {
        tone: 'ok',
        title: 'account:messages.all_read',
      });
    default:
      return send(args, member, form);
  }
}

/** The same address again. */
function here({ request }: ActionFunctionArgs): string {
  const { pathname, search } = new URL(request.url);
  return safeNext(pathname + search, paths.messages());
}

async function read(args: ActionFunctionArgs, { actor }: Member, form: FormTexts) {
  try {
    const messageId = parseId(form.get('messageId'));
    await markRead(args.context.app.db, { messageId, actor });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(args, here(args), {
      tone: 'bad',
      title: 'account:messages.mark_failed',
      text: `errors:${error.code}`,
    });
  }
  return redirect(here(args));
}

async function send(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const toUserId = readWith(args.request, member);
  const submission = parseForm(form, messageFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    if (toUserId === null || toUserId === PLATFORM) throw new DomainError('recipient_required');
    const { message } = submission.value;
    const sent = await sendLimited(args, { actor: member.actor, toUserId, message });
    if (toUserId !== EVERYONE) {
      return await redirectWithToast(args, here(args), {
        tone: 'ok',
        title: 'account:messages.sent',
      });
    }
    return await redirectWithToast(args, paths.messages(), {
      tone: 'ok',
      title: 'account:messages.sent_to',
      values: { count: sent.count },
    });
  } catch (error) {
    // The other one was removed since, and the conversation with them.
    if (error instanceof DomainError && error.code === 'user_not_found') {
      return redirectWithToast(args, paths.messages(), {
        tone: 'bad',
        title: 'account:messages.failed',
        text: 'errors:user_not_found',
      });
    }
    const { data: reply, init } = formError(submission, error);
    return data(reply, init ?? undefined);
  }
}

export const meta = pageMeta;

export default function Messages() {
  return <MessagesScreen view={useLoaderData<typeof loader>().view} />;
}
