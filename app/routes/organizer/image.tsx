import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { Form, useLoaderData, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogCloseLink, DialogHead, DialogPage } from '~/components/dialogs/dialog-page';
import { Field } from '~/components/ui/field';
import { SubmitButton } from '~/components/ui/submit';
import { retryHeaders } from '~/http/forms.server';
import { requireOrganizer, requireRunning } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { receiveUpload } from '~/http/uploads.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { eventImageUrl } from '~/models/event/read.server';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { setEventImage } from '~/models/event/image.server';
import { organizerPaths } from '~/organizer-paths';
import { pageMeta } from '~/http/page-meta';
import { eventStyles } from '~/styles/event-styles';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

const FIELD = {
  id: 'image',
  name: 'image',
  errorId: 'image-error',
  descriptionId: 'image-hint',
  key: undefined,
};
const rulesPage = organizerPaths.eventRules();

export const handle = { i18n: ['organizer'] };

/** The page that changes the event's image without scripts. */
export async function loader(args: LoaderFunctionArgs) {
  await requireRunning(args);
  const { event } = await requireOrganizer(args);
  const t = await translator(args.request);
  const imageUrl = eventImageUrl(event, args.context.app.storage);
  return { title: t('organizer:image.title'), imageUrl };
}

/** Sets a new image for the event. Errors are returned for the page to show at its field. */
export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const member = await requireOrganizer(args);
  const { actor, event, user } = member;
  const says = {
    next: rulesPage,
    done: 'organizer:image.saved',
    refused: 'organizer:image.failed',
    failed: 'event_image_failed',
    reply: fileError,
  } as const;
  return outcome(args, says, async () => {
    await using upload = await receiveUpload(args, { sender: user.id });
    await setEventImage(app, { actor, eventId: event.id, file: upload.file });
  });
}

/** The file's error as a form reply, for the page to show at its field. */
function fileError(error: DomainError) {
  const reply: SubmissionResult<string[]> = { status: 'error', error: { image: [error.code] } };
  return data(reply, { status: error.status, headers: retryHeaders(error) });
}

export const clientAction = keepForm;

export const links = eventStyles;

export const meta = pageMeta;

export default function EventImage() {
  const { t } = useTranslation(['organizer', 'event']);
  const { title, imageUrl } = useLoaderData<typeof loader>();
  const errors = useAnswer<typeof action>()?.error?.image ?? undefined;
  const isSaving = useNavigation().formAction === organizerPaths.eventImage();
  return (
    <DialogPage title={title} closeTo={rulesPage}>
      <Form className="grid gap-4" method="post" encType="multipart/form-data">
        <DialogHead closeTo={rulesPage} />
        {imageUrl && <img className="rounded-card" src={imageUrl} alt="" />}
        <Field
          field={{ ...FIELD, errors }}
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
          <DialogCloseLink to={rulesPage}>{t('event:cancel')}</DialogCloseLink>
        </div>
      </Form>
    </DialogPage>
  );
}
