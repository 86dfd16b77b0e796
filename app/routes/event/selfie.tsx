import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogCloseLink, DialogHead, DialogPage } from '~/components/dialogs/dialog-page';
import { Avatar } from '~/components/ui/avatar';
import { SubmitButton } from '~/components/ui/submit';
import { mediaType, readForm } from '~/http/forms.server';
import { requireMember, requireRunning } from '~/http/guards.server';
import { redirectWithToast } from '~/http/flash.server';
import type { Toast } from '~/http/session-data';
import { receiveUpload } from '~/http/uploads.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { removeSelfie, setSelfie, selfieUrl } from '~/models/user.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';

const TITLE_ID = 'selfie-title';

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

/** A multipart form brings a new selfie, any other form removes it. */
export async function action(args: ActionFunctionArgs) {
  const { user, actor } = await requireMember(args, { next: paths.selfie() });
  const isUpload = mediaType(args.request) === 'multipart/form-data';
  return redirectWithToast(
    args,
    paths.ownPhotos(actor.role),
    await (isUpload ? changeSelfie(args, user) : dropSelfie(args, user)),
  );
}

async function changeSelfie(
  args: ActionFunctionArgs,
  user: { id: number; eventId: number },
): Promise<Toast> {
  const { app } = args.context;
  try {
    await using upload = await receiveUpload(args);
    if (!upload.file) throw new DomainError('file_required');
    await setSelfie(app, { user, file: upload.file });
    return { tone: 'ok', title: 'event:selfie.saved' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const t = await translator(args.request);
    return {
      tone: 'bad',
      title: 'event:selfie.failed',
      text: 'event:selfie.failed_text',
      values: { reason: t(`errors:${error.code}`) },
    };
  }
}

async function dropSelfie(
  { request, context: { app } }: ActionFunctionArgs,
  user: { id: number },
): Promise<Toast> {
  // A body that is no form at all must not remove the selfie.
  await readForm(request);
  try {
    await removeSelfie(app, { userId: user.id });
    return { tone: 'ok', title: 'event:selfie.removed' };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      tone: 'bad',
      title: 'event:selfie.remove_failed',
      text: 'event:selfie.remove_failed_text',
    };
  }
}

export const meta = pageMeta;

export default function Selfie() {
  const { t } = useTranslation('event');
  const { name, back, selfieUrl: url } = useLoaderData<typeof loader>();
  const isSaving = useNavigation().formAction === paths.selfie();
  return (
    <DialogPage titleId={TITLE_ID}>
      <div className="stack">
        <DialogHead titleId={TITLE_ID} title={t('selfie.title')} closeTo={back} />
        <div className="row">
          <Avatar name={name} selfieUrl={url} size="l" />
          <p className="soft grow">{t('selfie.text')}</p>
        </div>
        <Form className="stack" method="post" encType="multipart/form-data">
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
            <button className="btn quiet wide" name="intent" value="remove">
              {t('selfie.remove')}
            </button>
          </Form>
        )}
      </div>
    </DialogPage>
  );
}
