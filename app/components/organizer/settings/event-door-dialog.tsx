import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { DOORS, type Door } from '~/models/event/door';
import { organizerPaths } from '~/organizer-paths';
import { FormError } from '~/components/ui/field';
import { Note } from '~/components/ui/note';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

/**
 * The dialog that controls how newcomers enter an event, and renews its code.
 * @param hasCode whether links already carry a code; if not, the first one invalidates the existing links
 */
export function EventDoorDialog({ door, hasCode }: { door: Door; hasCode: boolean }) {
  const { t } = useTranslation(['organizer', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const rules = organizerPaths.eventRules();
  return (
    <DialogForm className="grid gap-4">
      <DialogHead closeTo={rules} />
      <FormError errors={Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? [])} />
      <fieldset className="choices">
        <legend>{t('organizer:door.who')}</legend>
        {DOORS.map((choice) => (
          <label className="choice" key={choice}>
            <input type="radio" name="door" value={choice} defaultChecked={choice === door} />
            <span>
              {t(`organizer:door.${choice}`)}
              <span className="block text-sm font-normal text-ink-soft">
                {t(`organizer:door.${choice}_hint`)}
                {choice === 'code' && !hasCode && ` ${t('organizer:door.first_code')}`}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
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
