import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  CREDENTIALS_TITLE_ID,
  CredentialsDialog,
  type CredentialsView,
} from '~/components/admin/credentials-dialog';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { keepSession } from '~/http/session.server';
import { redirectWithToast } from '~/http/flash.server';
import { keepAdminCheck } from '~/http/admin-check.server';
import { translator } from '~/i18n/i18n.server';
import { updateAdminCredentials } from '~/models/admin.server';
import { adminCredentialsFormSchema } from '~/models/user.schema';
import { paths, safeNext } from '~/paths';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['admin', 'admin_errors'] };
export const shouldRevalidate = keepWhenOnlyDialogChanges;

const nextOf = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get('next'), paths.adminUsers());

/** What the administrator signs in with. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireAdmin(args);
  const t = await translator(args.request);
  const next = nextOf(args.request);
  const { username } = user;
  const view: CredentialsView = { username, self: paths.adminCredentials({ next }), next };
  return { title: t('admin:credentials.title'), view };
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const submission = parseForm(await readForm(args.request), adminCredentialsFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const user = await updateAdminCredentials(args.context.app.db, submission.value);
    await keepAdminCheck(args, user);
    await keepSession(args, user);
  } catch (error) {
    return formError(submission, error);
  }
  return redirectWithToast(args, nextOf(args.request), {
    tone: 'ok',
    title: 'admin:credentials.saved',
  });
}

export const meta = pageMeta;

export default function Credentials() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={CREDENTIALS_TITLE_ID} closeTo={view.next}>
      <CredentialsDialog view={view} />
    </DialogPage>
  );
}
