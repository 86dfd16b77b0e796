import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { FTP_INTENT, type FtpReply } from '~/components/admin/ftp-form';
import { LoadFailed } from '~/components/admin/load-failed';
import { StorageScreen } from '~/components/admin/storage-screen';
import { requireAdmin } from '~/http/admin.server';
import { formError, formReply, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import type { TextKey } from '~/i18n/translate';
import { DomainError } from '~/models/errors';
import type { Place } from '~/models/storage/rules';
import { ftpSettingsSchema, storageModeSchema } from '~/models/storage/schema';
import { configureFtp, setStorageMode } from '~/models/storage/settings.server';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { adminPaths } from '~/admin-paths';
import { pageMeta } from '~/http/page-meta';
import { loadStorage } from './load-storage.server';
import type { AdminHandle } from './panel';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle: AdminHandle = { tab: 'storage', i18n: ['admin'] };

/** Where photos are stored, and where new ones go. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  return { title: t('admin:store.title'), view: await loadStorage(args) };
}

/** The notices after switching, for the two storages that have their own. */
const SWITCHED_TO: { [Name in Place['name']]?: TextKey } = {
  local: 'admin:store.switched_local',
  ftp: 'admin:store.switched_ftp',
};

type Admin = Awaited<ReturnType<typeof requireAdmin>>;

/** Intents: `mode`, or by default the settings of the FTP server. */
export async function action(args: ActionFunctionArgs) {
  const admin = await requireAdmin(args);
  const form = await readForm(args);
  return form.get('intent') === 'mode'
    ? switchMode(args, admin, form)
    : configure(args, admin, form);
}

async function switchMode(args: ActionFunctionArgs, { actor }: Admin, form: FormTexts) {
  const { app } = args.context;
  const submission = parseForm(form, storageModeSchema);
  const says = {
    next: adminPaths.storage(),
    done: ({ name, title }: Place) => ({
      title: 'admin:store.switched' as const,
      text: SWITCHED_TO[name] ?? ('admin:store.switched_to' as const),
      ...(title && { values: { storage: title } }),
    }),
    refused: 'admin:store.switch_failed',
  } as const;
  return outcome(args, says, async () => {
    if (submission.status !== 'success') throw new DomainError('switch_invalid');
    return setStorageMode(app, { ...submission.value, actor });
  });
}

async function configure(args: ActionFunctionArgs, { actor }: Admin, form: FormTexts) {
  const submission = parseForm(form, ftpSettingsSchema);
  if (submission.status !== 'success') {
    return data<FtpReply>({ result: formReply(submission) }, 400);
  }
  const says = {
    next: adminPaths.storage(),
    done: {
      title: 'admin:store.form.saved',
      text: submission.value.keep ? 'admin:store.kept' : 'admin:store.not_kept',
    },
    reply: (error: DomainError) =>
      formError(submission, error, (result): FtpReply => ({ result, reason: error.reason })),
  } as const;
  const settings = submission.value;
  return outcome(args, says, () => configureFtp(args.context.app, { actor, settings }));
}

export function clientAction(args: ClientActionFunctionArgs) {
  return keepForm({ ...args, serverAction: withUnreadableReply(args) } as ClientActionFunctionArgs);
}

/** An unreadable response to the settings is reported above the form, which keeps its values. */
function withUnreadableReply({ request, serverAction }: ClientActionFunctionArgs) {
  const form = request.clone().formData();
  return async () => {
    try {
      return await serverAction<FtpReply>();
    } catch (error) {
      // There is no response, or it is a redirect.
      if (error instanceof Response || error instanceof TypeError) throw error;
      if ((await form).get('intent') !== FTP_INTENT) throw error;
      // Remix could not parse the response, which most likely is a proxy's page.
      const isOther = error instanceof Error && /decode/i.test(error.message);
      const reply: FtpReply = { strange: isOther ? 'not_json' : 'unexpected' };
      // For a status of 400 or more, nothing is reloaded, and the form keeps its values.
      return new Response(JSON.stringify(reply), {
        status: 502,
        headers: { 'Content-Type': 'application/json' },
      });
    }
  };
}

export const meta = pageMeta;

export default function Storage() {
  const { view } = useLoaderData<typeof loader>();
  return <StorageScreen view={view} reply={useAnswer<typeof action>()} />;
}

export function ErrorBoundary() {
  return <LoadFailed section="store" />;
}
