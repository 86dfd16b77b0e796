import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { DESCRIPTION_MAX } from '~/models/event/rules';
import { paths } from '~/paths';
import { FormError, TextAreaField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

/** The form for the event's description. */
export function DescriptionDialog({ description }: { description: string }) {
  const { t } = useTranslation(['organizer', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<{ description: string }>({
    id: 'description',
    lastResult: answer,
    defaultValue: { description },
  });
  const dashboard = paths.home('profile');
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={dashboard} />
      <FormError errors={form.errors} title={t('organizer:description.failed')} />
      <TextAreaField
        field={fields.description}
        label={t('organizer:description.label')}
        hint={t('organizer:description.hint')}
        required
        maxLength={DESCRIPTION_MAX}
        errors={{ required: 'description_required', tooLong: 'description_max' }}
        autoCapitalize="sentences"
        rows={5}
        data-takes-focus
      />
      <div className="actions">
        <SubmitButton
          pending={isPending}
          label={t('organizer:save')}
          busyLabel={t('organizer:saving')}
        />
        <DialogCloseLink to={dashboard}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
