import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { useActionData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminSignIn } from '~/components/admin/admin-sign-in';
import { keepWhenOnlyDialogChanges } from '~/components/dialogs/dialog-link';
import { useToast } from '~/components/shell/toaster';
import { requireAdminUser, verifyAdmin } from '~/http/admin.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { redirectWithToast } from '~/http/flash.server';
import { hasFreshAdminCheck } from '~/http/admin-check.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { adminCheckSchema } from '~/models/user.schema';
import { isOfflineAnswer, type OfflineAnswer } from '~/offline/offline-answer';
import { paths, safeNext } from '~/paths';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['admin', 'admin_errors'] };
export const shouldRevalidate = keepWhenOnlyDialogChanges;

/**
 * 'Admin Authentication Required' (rule `admin.check`): the credentials once more, before anything
 * is shown.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireAdminUser(args);
  if (await hasFreshAdminCheck(args, user)) throw redirect(nextOf(args.request));
  const t = await translator(args.request);
  return { title: t('admin:signin.title') };
}

/** Checks the credentials; a wrong one keeps the username. */
export async function action(args: ActionFunctionArgs) {
  const { user } = await requireAdminUser(args);
  const submission = parseForm(await readForm(args.request), adminCheckSchema);
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

type Answer = SubmissionResult<string[]> | OfflineAnswer;

/** A lost connection leaves what was typed. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs): Promise<Answer> {
  try {
    return await serverAction<SubmissionResult<string[]>>();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { code: 'offline' };
  }
}

export const meta = pageMeta;

export default function Verify() {
  const { t } = useTranslation(['admin', 'event']);
  const toast = useToast();
  const answer = useActionData<Answer>();
  const isOffline = isOfflineAnswer(answer);
  useEffect(() => {
    if (isOffline)
      toast({ tone: 'bad', title: t('admin:signin.failed'), text: t('event:offline') });
  }, [answer, isOffline, toast, t]);
  return (
    <AdminSignIn
      result={isOfflineAnswer(answer) ? undefined : answer}
      isPending={useNavigation().state !== 'idle'}
    />
  );
}
