import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { EVENT_TEXT_NAMES, type EventTexts } from '~/models/event/rules';
import { organizerPaths } from '~/organizer-paths';
import { FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { EventTextField } from './event-fields';
import { SaveOrCancel } from './save-or-cancel';

/** The form for the event's texts. */
export function DescriptionDialog({ texts }: { texts: EventTexts }) {
  const { t } = useTranslation(['organizer', 'errors']);
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
      <SaveOrCancel isPending={isPending} closeTo={rules} />
    </DialogForm>
  );
}
