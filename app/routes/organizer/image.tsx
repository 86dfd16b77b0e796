import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { SettingAnswer } from '~/components/dashboard/use-setting';
import { DialogCloseLink, DialogHead, DialogPage } from '~/components/dialogs/dialog-page';
import { Field } from '~/components/ui/field';
import { SubmitButton } from '~/components/ui/submit';
import { retryHeaders } from '~/http/forms.server';
import { requireOrganizer, requireRunning } from '~/http/guards.server';
import { redirectWithToast } from '~/http/flash.server';
import { receiveUpload } from '~/http/uploads.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { presentEvent } from '~/models/event.server';
import { setEventImage } from '~/models/event-settings.server';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { offlineIsAnAnswer } from './offline-is-an-answer';

const TITLE_ID = 'event-image-title';
const FIELD = {
  id: 'image',
  name: 'image',
  errorId: 'image-error',
  descriptionId: 'image-hint',
  key: undefined,
};
const dashboard = paths.home('profile');

export const handle = { i18n: ['organizer'] };

/** The page that changes the event's image without scripts. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRunning(args);
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  const { imageUrl } = presentEvent(event, args.context.app.storage);
  return { title: t('organizer:image.title'), imageUrl };
}

/**
 * A new image for the event: the dashboard again for a form, data for a script. What is wrong is
 * answered as it is, for the page to draw at its field.
 */
export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const { event, user } = await requireOrganizer(args);
  try {
    await using upload = await receiveUpload(args);
    if (!upload.file) throw new DomainError('file_required');
    await setEventImage(app, { eventId: event.id, userId: user.id, file: upload.file });
    if (upload.fields.answer === 'data') return data<SettingAnswer>({ ok: true });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, status } = error;
    return data<SettingAnswer>({ ok: false, code }, { status, headers: retryHeaders(error) });
  }
  return redirectWithToast(args, dashboard, { tone: 'ok', title: 'organizer:image.saved' });
}

export const clientAction = offlineIsAnAnswer;

export const meta = pageMeta;

export default function EventImage() {
  const { t } = useTranslation(['organizer', 'event']);
  const { imageUrl } = useLoaderData<typeof loader>();
  const answer = useActionData<SettingAnswer>();
  const code = answer?.ok === false ? answer.code : undefined;
  const failure = code === 'offline' ? t('event:offline') : code;
  const isSaving = useNavigation().formAction === paths.eventImage();
  return (
    <DialogPage titleId={TITLE_ID} closeTo={dashboard}>
      <Form className="stack" method="post" encType="multipart/form-data">
        <DialogHead titleId={TITLE_ID} title={t('organizer:image.title')} closeTo={dashboard} />
        {imageUrl && <img className="rounded-card" src={imageUrl} alt="" />}
        <Field
          field={{ ...FIELD, errors: failure ? [failure] : undefined }}
          label={t('organizer:image.choose')}
          hint={t('organizer:image.hint')}
          type="file"
          accept="image/*"
          required
        />
        <div className="actions">
          <SubmitButton
            pending={isSaving}
            label={t('organizer:save')}
            busyLabel={t('organizer:saving')}
          />
          <DialogCloseLink to={dashboard}>{t('event:cancel')}</DialogCloseLink>
        </div>
      </Form>
    </DialogPage>
  );
}
