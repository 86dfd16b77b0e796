import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AccountDeleteDialog } from '~/components/account/account-delete-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import type { RequestArgs } from '~/http/context';
import { requireMember, type Member } from '~/http/guards.server';
import { signOut } from '~/http/session.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import { keepForm } from '~/browser/keep-form';
import { aboutOneself, recordSecurity } from '~/http/security-log.server';
import { can, memberTarget } from '~/models/access';
import { deleteOwnAccount } from '~/models/user/remove.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['account'] };

/** Requires a participant or co-organizer. The organizer deletes the event, as the settings say. */
async function requireErasable(args: RequestArgs): Promise<Member> {
  const member = await requireMember(args, { next: paths.settings() });
  if (!can(member.actor, 'account.delete', memberTarget(member.user))) {
    throw redirect(paths.settings());
  }
  return member;
}

/** The confirmation. */
export async function loader(args: LoaderFunctionArgs) {
  await requireErasable(args);
  const t = await translator(args.request);
  return { title: t('account:delete_account.title') };
}

/** Deletes the user's data and ends the session. */
export async function action(args: ActionFunctionArgs) {
  const { actor, user } = await requireErasable(args);
  const says = {
    next: paths.auth(),
    back: paths.settings(),
    done: {
      title: 'account:delete_account.deleted',
      text: 'account:delete_account.deleted_text',
    },
    refused: 'account:delete_account.failed',
  } as const;
  return outcome(args, says, async () => {
    await deleteOwnAccount(args.context.app.db, { actor });
    await recordSecurity(args, 'account_deleted', aboutOneself(user));
    await signOut(args);
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function AccountDelete() {
  const { title } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <AccountDeleteDialog />
    </DialogPage>
  );
}
