import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { adminPaths } from '~/admin-paths';
import type { FoundSuccessors } from '~/models/admin/list';
import { DialogForm, useDialogAction } from '../dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '../dialogs/dialog-page';
import { FormError } from '../ui/field';
import { useServerForm } from '../ui/form';
import { SubmitButton } from '../ui/submit';
import { SuccessorChoice, SuccessorSearch, SuccessorSearchForm } from './successor-choice';

export interface AdminEventOrganizerView {
  id: number;
  name: string;
  /** The current organizer. */
  organizer: string;
  /** The participants that the search finds. */
  found: FoundSuccessors;
  /** The URL that it leads back to. */
  next: string;
}

/** Asks which participant becomes the organizer, and says what happens to the current one. */
export function AdminEventOrganizer({ view }: { view: AdminEventOrganizerView }) {
  const { t } = useTranslation(['admin', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ successorId: string }>({
    id: 'event-organizer',
    lastResult: answer,
  });
  const { id, found, next } = view;
  const { people, search } = found;
  const addressOf = (query: { q?: string }) => adminPaths.eventOrganizer(id, { next, ...query });
  return (
    <div className="grid gap-4">
      <DialogHead />
      <div className="grid gap-2 wrap-anywhere text-ink-soft">
        <p>
          {t('admin:handover.text', {
            event: view.name,
            name: view.organizer || t('admin:users.unnamed'),
          })}
        </p>
        <p className="text-sm">{t('admin:users.successor_hint')}</p>
      </div>
      <SuccessorSearchForm addressOf={addressOf} next={next} />
      {(people.length > 0 || search) && <SuccessorSearch search={search} takesFocus />}
      <DialogForm
        {...getFormProps(form, { ariaAttributes: false })}
        action={addressOf({ q: search })}
      >
        <FormError errors={form.errors} title={t('admin:handover.failed')} />
        <SuccessorChoice found={found} field={fields.successorId} isRequired />
        <div className="actions">
          {people.length > 0 && (
            <SubmitButton
              icon="user"
              pending={isPending}
              label={t('admin:handover.confirm')}
              busyLabel={t('admin:handover.busy')}
            />
          )}
          <DialogCloseLink to={next}>{t('event:cancel')}</DialogCloseLink>
        </div>
      </DialogForm>
    </div>
  );
}
