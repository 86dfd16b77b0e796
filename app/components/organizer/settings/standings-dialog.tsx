import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { STANDINGS, type Standings } from '~/models/event/standings';
import { organizerPaths } from '~/organizer-paths';
import { FormError } from '~/components/ui/field';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

/** The dialog in which the organizer chooses when guests see how many stars photos have. */
export function StandingsDialog({ standings }: { standings: Standings }) {
  const { t } = useTranslation(['organizer', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const rules = organizerPaths.eventRules();
  return (
    <DialogForm className="grid gap-4">
      <DialogHead closeTo={rules} />
      <FormError errors={Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? [])} />
      <fieldset className="choices">
        <legend>{t('organizer:standings.legend')}</legend>
        {STANDINGS.map((choice) => (
          <label className="choice" key={choice}>
            <input
              type="radio"
              name="standings"
              value={choice}
              defaultChecked={choice === standings}
            />
            <span>
              {t(`organizer:standings.${choice}`)}
              <span className="block text-sm font-normal text-ink-soft">
                {t(`organizer:standings.${choice}_hint`)}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
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
