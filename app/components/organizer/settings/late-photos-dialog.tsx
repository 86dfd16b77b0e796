import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import type { Day } from '~/models/day';
import { Field, FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { SaveOrCancel } from './save-or-cancel';

/** The form for the last day of late photos (rule `photos.late`). An empty field closes the album with the event. */
export function LatePhotosDialog({
  photosUntil,
  days,
  closeTo,
}: {
  photosUntil: Day | '';
  /** The first and the last day that may be chosen. */
  days: { min: Day; max: Day };
  closeTo: string;
}) {
  const { t } = useTranslation(['organizer', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ photosUntil: string }>({
    id: 'late-photos',
    lastResult: answer,
    defaultValue: { photosUntil },
  });
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={closeTo} />
      <FormError errors={form.errors} title={t('organizer:late.failed')} />
      <Field
        field={fields.photosUntil}
        label={t('organizer:late.label')}
        hint={t('organizer:late.hint')}
        type="date"
        {...days}
        errors={{
          badInput: 'day_invalid',
          rangeUnderflow: 'late_day_outside',
          rangeOverflow: 'late_day_outside',
        }}
      />
      <SaveOrCancel {...{ isPending, closeTo }} />
    </DialogForm>
  );
}
