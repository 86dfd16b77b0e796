import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MessagesScreen } from '~/components/account/messages-screen';
import { formError, invalidForm, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { requireMember, type Member } from '~/http/guards.server';
import { sendLimited } from '~/http/send-message.server';
import { redirectWithToast } from '~/http/flash.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { EVERYONE, PLATFORM } from '~/models/message/rules';
import { messageFormSchema } from '~/models/message/schema';
import { markAllRead } from '~/models/message/write.server';
import { keepForm } from '~/browser/keep-form';
import { paths, safeNext } from '~/paths';
import { orRefuse } from '~/http/refusal.server';
import type { ScreenHandle } from '../event/screen-handle';
import { pageMeta } from '~/http/page-meta';
import { loadMessages } from './load-messages.server';
import { readCorrespondent } from './open-conversation.server';

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

/** Intents: `send` writes to the person in the URL, `read-all` marks all messages as read. */
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
    default:
      return send(args, member, form);
  }
}

/** The current URL, as a redirect target. */
function here({ request }: ActionFunctionArgs): string {
  const { pathname, search } = new URL(request.url);
  return safeNext(pathname + search, paths.messages());
}

async function send(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const toUserId = await readCorrespondent(args, member);
  const submission = parseForm(form, messageFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const isToAll = toUserId === EVERYONE;
  const says = {
    // The new message is shown above the form.
    next: `${here(args)}#newest`,
    done: ({ count }: { count: number }) =>
      isToAll
        ? ({ title: 'account:messages.sent_to', values: { count } } as const)
        : 'account:messages.sent',
    // If the other person was removed, their conversation is gone, too.
    back: paths.messages(),
    refused: 'account:messages.failed',
    reply: (error: DomainError) =>
      error.code === 'user_not_found' ? undefined : formError(submission, error),
  } as const;
  return outcome(args, says, async () => {
    if (toUserId === null || toUserId === PLATFORM) throw new DomainError('recipient_required');
    const { message } = submission.value;
    return sendLimited(args, { actor: member.actor, toUserId, message });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Messages() {
  return <MessagesScreen view={useLoaderData<typeof loader>().view} />;
}
