import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameName } from '~/models/event/name';
import { organizerPaths } from '~/organizer-paths';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';
import { useDialogAction } from '~/components/dialogs/dialog-form';
import { DownloadLink } from '~/components/shell/download-link';
import { Field } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { useHydrated } from '~/components/ui/use-hydrated';

export interface EventDeleteView {
  /** The event's name. */
  name: string;
  photoCount: number;
  participantCount: number;
  /** The URL that it leads back to. */
  next: string;
}

/**
 * Asks to confirm the deletion of the event: says what is deleted with it, and requires its name (rule
 * `event.delete`).
 */
export function EventDeleteDialog({ view }: { view: EventDeleteView }) {
  const { t } = useTranslation(['organizer', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ typed: string }>({
    id: 'event-delete',
    lastResult: answer,
  });
  const [typed, setTyped] = useState('');
  // Without scripts the server compares.
  const isReady = !useHydrated() || isSameName(typed, view.name);
  const text = t('delete_event.text', {
    event: view.name,
    photos: t('delete_event.photos', { count: view.photoCount }),
    participants: t('delete_event.participants', { count: view.participantCount }),
  });
  return (
    <ConfirmDestruction
      form={{
        ...getFormProps(form, { ariaAttributes: false }),
        onChange: (event) => setTyped((event.target as unknown as HTMLInputElement).value),
      }}
      isReady={isReady || isPending}
      action={organizerPaths.eventDelete()}
      next={view.next}
      label={t('delete_event.confirm')}
      busyLabel={t('delete_event.deleting')}
    >
      <div className="grid min-w-0 flex-1 gap-4">
        <p className="wrap-anywhere text-ink-soft">{text}</p>
        {view.photoCount > 0 && (
          <div className="grid gap-2">
            <p className="text-sm text-ink-soft">{t('delete_event.download_text')}</p>
            <DownloadLink to={organizerPaths.allPhotosZip({ format: 'jpeg' })}>
              {t('delete_event.download')}
            </DownloadLink>
          </div>
        )}
        <Field
          field={fields.typed}
          label={t('delete_event.typed')}
          hint={view.name}
          required
          autoComplete="off"
          autoCapitalize="none"
        />
      </div>
    </ConfirmDestruction>
  );
}
