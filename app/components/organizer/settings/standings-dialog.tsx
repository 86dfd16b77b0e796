import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { STANDINGS, type Standings } from '~/models/event/standings';
import { organizerPaths } from '~/organizer-paths';
import { FormError } from '~/components/ui/field';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { HintedChoices } from './hinted-choices';

/** The dialog in which the organizer chooses when guests see how many stars photos have. */
export function StandingsDialog({ standings }: { standings: Standings }) {
  const { t } = useTranslation(['organizer', 'event', 'errors']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const rules = organizerPaths.eventRules();
  return (
    <DialogForm className="grid gap-4">
      <DialogHead closeTo={rules} />
      <FormError errors={Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? [])} />
      <HintedChoices
        name="standings"
        legend={t('organizer:standings.legend')}
        chosen={standings}
        choices={STANDINGS.map((value) => ({
          value,
          label: t(`organizer:standings.${value}`),
          hint: t(`organizer:standings.${value}_hint`),
        }))}
      />
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
