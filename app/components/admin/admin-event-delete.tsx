import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { EventStatus } from '~/models/event/rules';
import { ConfirmDestruction } from '../dialogs/confirm-destruction';
import { useDialogAction } from '../dialogs/dialog-form';
import { Field } from '../ui/field';
import { useServerForm } from '../ui/form';
import { EventStatusPill } from './event-status-pill';
import { KeyValue, KeyValues } from './key-values';

export interface AdminEventDeleteView {
  id: number;
  name: string;
  status: EventStatus;
  /** Its first and last day, in the reader's language. */
  days: string;
  /** The organizer's name; null if there is none. */
  organizer: string | null;
  participants: string;
  photos: string;
  hiddenCount: number;
  photoBytes: string;
  /** The URL that it leads back to. */
  next: string;
}

/** 'Confirm Event Deletion': says what is deleted, and requires the event's name (rule `event.delete`). */
export function AdminEventDelete({ view }: { view: AdminEventDeleteView }) {
  const { t } = useTranslation('admin');
  const { answer } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ typed: string }>({
    id: 'admin-event-delete',
    lastResult: answer,
  });
  return (
    <ConfirmDestruction
      form={getFormProps(form, { ariaAttributes: false })}
      action={adminPaths.eventDelete(view.id, { next: view.next })}
      next={view.next}
      label={t('events.confirm_delete')}
      busyLabel={t('events.deleting')}
    >
      <div className="grid min-w-0 flex-1 gap-4">
        <p className="wrap-anywhere text-ink-soft">
          {t('events.confirm_text', { event: view.name })}
        </p>
        <Figures view={view} />
        <Field
          field={fields.typed}
          label={t('events.typed')}
          hint={view.name}
          required
          errors={{ required: 'event_name_typed' }}
          autoComplete="off"
          autoCapitalize="none"
        />
      </div>
    </ConfirmDestruction>
  );
}

function Figures({ view }: { view: AdminEventDeleteView }) {
  const { t } = useTranslation('admin');
  const { hiddenCount } = view;
  return (
    <KeyValues>
      <KeyValue name={t('events.status')}>
        <EventStatusPill status={view.status} />
      </KeyValue>
      <KeyValue name={t('inspect.days')}>{view.days}</KeyValue>
      <KeyValue name={t('events.organizer')} valueClassName="min-w-0 font-semibold wrap-anywhere">
        <bdi>{view.organizer ?? t('events.no_organizer')}</bdi>
      </KeyValue>
      <KeyValue name={t('events.participants')}>{view.participants}</KeyValue>
      <KeyValue name={t('events.photos')}>
        {view.photos} {hiddenCount > 0 && t('events.hidden', { count: hiddenCount })} ·{' '}
        {view.photoBytes}
      </KeyValue>
    </KeyValues>
  );
}
