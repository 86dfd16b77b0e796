import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogCloseLink, DialogHead, DialogPage } from '~/components/dialogs/dialog-page';
import { Avatar } from '~/components/ui/avatar';
import { SubmitButton } from '~/components/ui/submit';
import { mediaType, readForm } from '~/http/forms.server';
import { requireMember, requireRunning } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { receiveUpload } from '~/http/uploads.server';
import { translator } from '~/i18n/i18n.server';
import { selfieUrl } from '~/models/user/read.server';
import { keepForm } from '~/browser/keep-form';
import { removeSelfie, setSelfie } from '~/models/user/write.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { eventStyles } from '~/styles/event-styles';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The page that changes the selfie without scripts. */

export async function loader(args: LoaderFunctionArgs) {
  await requireRunning(args);
  const { user, actor } = await requireMember(args, { next: paths.selfie() });
  const t = await translator(args.request);
  return {
    title: t('event:selfie.title'),
    name: user.name,
    back: paths.ownPhotos(actor.role),
    selfieUrl: selfieUrl(user, args.context.app.storage),
  };
}

/** A multipart form sets a new selfie, any other form removes it. */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.selfie() });
  const { user, actor } = member;
  const { app } = args.context;
  const next = paths.ownPhotos(actor.role);
  if (mediaType(args.request) === 'multipart/form-data') {
    const refused = {
      title: 'server:event.selfie.failed',
      text: 'server:event.selfie.failed_text',
    } as const;
    const says = { next, done: 'server:event.selfie.saved', refused, failed: 'unknown' } as const;
    return outcome(args, says, async () => {
      await using upload = await receiveUpload(args, { sender: user.id });
      await setSelfie(app, { actor, user, file: upload.file });
    });
  }
  // A body that is not a form must not remove the selfie.
  await readForm(args);
  const refused = {
    title: 'server:event.selfie.remove_failed',
    text: 'server:event.selfie.remove_failed_text',
  } as const;
  const says = { next, done: 'server:event.selfie.removed', refused, failed: 'unknown' } as const;
  return outcome(args, says, () => removeSelfie(app, { actor, user }));
}

export const clientAction = keepForm;

export const links = eventStyles;

export const meta = pageMeta;

export default function Selfie() {
  const { t } = useTranslation('event');
  const { title, name, back, selfieUrl: url } = useLoaderData<typeof loader>();
  const isSaving = useNavigation().formAction === paths.selfie();
  return (
    <DialogPage title={title}>
      <div className="grid gap-4">
        <DialogHead closeTo={back} />
        <div className="flex items-center gap-3">
          <Avatar name={name} selfieUrl={url} size="large" />
          <p className="min-w-0 flex-1 text-ink-soft">{t('selfie.text')}</p>
        </div>
        <Form className="grid gap-4" method="post" encType="multipart/form-data">
          <label className="field">
            <span className="label">{t('selfie.choose')}</span>
            <input className="input" type="file" name="image" accept="image/*" required />
          </label>
          <div className="actions">
            <SubmitButton
              pending={isSaving}
              label={t('selfie.save')}
              busyLabel={t('selfie.saving')}
            />
            <DialogCloseLink to={back}>{t('cancel')}</DialogCloseLink>
          </div>
        </Form>
        {url && (
          <Form method="post">
            <button className="button quiet w-full" name="intent" value="remove">
              {t('selfie.remove')}
            </button>
          </Form>
        )}
      </div>
    </DialogPage>
  );
}
