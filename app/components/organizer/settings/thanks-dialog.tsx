import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { THANKS_MAX } from '~/models/event/rules';
import { FormError, TextAreaField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { SaveOrCancel } from './save-or-cancel';

/** The form for the line of thanks (rule `event.thanks`). An empty field removes it. */
export function ThanksDialog({ thanks, closeTo }: { thanks: string; closeTo: string }) {
  const { t } = useTranslation(['organizer', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ thanks: string }>({
    id: 'thanks',
    lastResult: answer,
    defaultValue: { thanks },
  });
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={closeTo} />
      <FormError errors={form.errors} title={t('organizer:thanks.failed')} />
      <TextAreaField
        field={fields.thanks}
        label={t('organizer:thanks.label')}
        hint={t('organizer:thanks.hint', { max: THANKS_MAX })}
        rows={3}
        errors={{ tooLong: 'text_max' }}
        autoCapitalize="sentences"
        data-takes-focus
      />
      <SaveOrCancel {...{ isPending, closeTo }} />
    </DialogForm>
  );
}
