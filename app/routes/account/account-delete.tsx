import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountDeleteDialog } from '~/components/account/account-delete-dialog';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { ACCOUNT_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';
import type { RequestArgs } from '~/http/context';
import { requireMember, type Member } from '~/http/guards.server';
import { signOut } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { deleteOwnAccount } from '~/models/deletion.server';
import { DomainError } from '~/models/errors';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['account'] };

export const shouldRevalidate = keepWhenOnlyAsked;

/** A participant; an organizer deletes the event instead, which the settings say. */
async function requireParticipant(args: RequestArgs): Promise<Member> {
  const member = await requireMember(args, { next: paths.settings() });
  if (member.user.isOrganizer) throw redirect(paths.settings());
  return member;
}

/** The confirmation. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireParticipant(args);
  const t = await translator(args.request);
  return { title: t('account:delete_account.title'), name: user.name };
}

/** Deletes everything of theirs, and ends the session. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireParticipant(args);
  try {
    await deleteOwnAccount(args.context.app.db, { userId: user.id });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return redirectWithToast(args, paths.settings(), {
      tone: 'bad',
      title: 'account:delete_account.failed',
      text: `errors:${error.code}`,
    });
  }
  await signOut(args);
  return redirectWithToast(args, paths.auth(), {
    tone: 'ok',
    title: 'account:delete_account.deleted',
    text: 'account:delete_account.deleted_text',
  });
}

export const meta = pageMeta;

export default function AccountDelete() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={ACCOUNT_DELETE_TITLE_ID}>
      <AccountDeleteDialog name={name} />
    </DialogPage>
  );
}
