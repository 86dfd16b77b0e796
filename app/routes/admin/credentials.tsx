import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CredentialsDialog, type CredentialsView } from '~/components/admin/credentials-dialog';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { renewSession } from '~/http/session.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { updateAdminCredentials } from '~/models/session/credentials.server';
import { renewalOf } from '~/models/session/write.server';
import { adminCredentialsFormSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { adminPaths } from '~/admin-paths';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['admin'] };

/** The administrator's credentials. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireAdmin(args);
  const t = await translator(args.request);
  const next = nextOf(args.request, adminPaths.users());
  const { username } = user;
  const view: CredentialsView = { username, self: adminPaths.credentials({ next }), next };
  return { title: t('admin:credentials.title'), view };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, session } = await requireAdmin(args);
  const submission = parseForm(await readForm(args), adminCredentialsFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const says = {
    next: nextOf(args.request, adminPaths.users()),
    done: 'admin:credentials.saved',
    failed: 'admin_credentials_failed',
    reply: (error: DomainError) => formError(submission, error),
  } as const;
  return outcome(args, says, async () => {
    const renewal = renewalOf(session);
    const values = { ...submission.value, actor, renewal };
    await updateAdminCredentials(args.context.app.db, values);
    if (values.password) await renewSession(args, renewal);
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Credentials() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title} closeTo={view.next}>
      <CredentialsDialog view={view} />
    </DialogPage>
  );
}
