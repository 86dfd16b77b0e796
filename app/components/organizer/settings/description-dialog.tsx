import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { EVENT_TEXT_NAMES, type EventTexts } from '~/models/event/rules';
import { organizerPaths } from '~/organizer-paths';
import { FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { EventTextField } from './event-fields';

/** The form for the event's texts. */
export function DescriptionDialog({ texts }: { texts: EventTexts }) {
  const { t } = useTranslation(['organizer', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const [form, fields] = useServerForm<EventTexts>({
    id: 'description',
    lastResult: answer,
    defaultValue: texts,
  });
  const rules = organizerPaths.eventRules();
  return (
    <DialogForm className="grid gap-4" {...getFormProps(form, { ariaAttributes: false })}>
      <DialogHead closeTo={rules} />
      <FormError errors={form.errors} title={t('organizer:description.failed')} />
      {EVENT_TEXT_NAMES.map((name, index) => (
        <EventTextField
          key={name}
          name={name}
          field={fields[name]}
          rows={5}
          takesFocus={index === 0}
        />
      ))}
      <div className="actions">
        <SubmitButton
          pending={isPending}
          label={t('organizer:save')}
          busyLabel={t('organizer:saving')}
        />
        <DialogCloseLink to={rules}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
