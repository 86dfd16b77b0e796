import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { DOORS, type Door } from '~/models/event/door';
import { organizerPaths } from '~/organizer-paths';
import { FormError } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { HintedChoices } from './hinted-choices';

/**
 * The dialog that controls how newcomers enter an event, and renews its code.
 * @param hasCode whether links already contain a code; if not, the first one invalidates the existing links
 */
export function EventDoorDialog({ door, hasCode }: { door: Door; hasCode: boolean }) {
  const { t } = useTranslation(['organizer', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const rules = organizerPaths.eventRules();
  return (
    <DialogForm className="grid gap-4">
      <DialogHead closeTo={rules} />
      <FormError errors={Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? [])} />
      <HintedChoices
        name="door"
        legend={t('organizer:door.who')}
        chosen={door}
        choices={DOORS.map((value) => {
          const hint = t(`organizer:door.${value}_hint`);
          const isFirst = value === 'code' && !hasCode;
          return {
            value,
            label: t(`organizer:door.${value}`),
            hint: isFirst ? `${hint} ${t('organizer:door.first_code')}` : hint,
          };
        })}
      />
      <SubmitButton
        className="w-full"
        name="intent"
        value="door"
        pending={isPending}
        label={t('organizer:save')}
        busyLabel={t('organizer:saving')}
      />
      <Note icon="refresh" title={t('organizer:door.renew')}>
        {t('organizer:door.renew_text')}
      </Note>
      <div className="actions">
        <SubmitButton
          className="danger sure"
          name="intent"
          value="renew"
          icon="refresh"
          pending={isPending}
          label={t('organizer:door.renew')}
          busyLabel={t('organizer:saving')}
        />
        <DialogCloseLink to={rules}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
