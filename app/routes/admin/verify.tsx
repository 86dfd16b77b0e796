import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useNavigation } from '@remix-run/react';
import { AdminSignIn } from '~/components/admin/admin-sign-in';
import { requireAdminUser, verifyAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm } from '~/http/forms.server';
import { hasFreshAdminCheck, redirectWithToast } from '~/http/session.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { adminCheckSchema } from '~/models/user.schema';
import { paths, safeNext } from '~/paths';
import { pageMeta } from '../page-meta';

export const handle = { i18n: ['admin', 'admin_errors'] };

/** 'Admin Authentication Required' (§2): the credentials once more, before anything is shown. */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireAdminUser(args);
  if (await hasFreshAdminCheck(args, user)) throw redirect(nextOf(args.request));
  const t = await translator(args.request);
  return { title: t('admin:signin.title') };
}

/** Checks the credentials (C§3); a wrong one keeps the username. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireAdminUser(args);
  const submission = parseForm(await args.request.formData(), adminCheckSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const check = await verifyAdmin(args, { userId: user.id, ...submission.value });
    if (!check.isAdmin) throw new DomainError(check.refusal);
  } catch (error) {
    const { data: reply, init } = formError(submission, error);
    return data(reply, init ?? undefined);
  }
  return redirectWithToast(args, nextOf(args.request), {
    tone: 'ok',
    title: 'admin:signin.granted',
  });
}

function nextOf(request: Request): string {
  return safeNext(new URL(request.url).searchParams.get('next'), paths.admin());
}

export const meta = pageMeta;

export default function Verify() {
  const result = useActionData<typeof action>();
  return <AdminSignIn result={result} isPending={useNavigation().state !== 'idle'} />;
}
