import type { SubmissionResult } from '@conform-to/react';
import { useTranslation } from 'react-i18next';
import { STANDINGS, type Standings } from '~/models/event/standings';
import { organizerPaths } from '~/organizer-paths';
import { FormError } from '~/components/ui/field';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { HintedChoices } from './hinted-choices';
import { SaveOrCancel } from './save-or-cancel';

/** The dialog in which the organizer chooses when guests see how many stars photos have. */
export function StandingsDialog({ standings }: { standings: Standings }) {
  const { t } = useTranslation(['organizer', 'errors']);
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
      <SaveOrCancel isPending={isPending} closeTo={rules} />
    </DialogForm>
  );
}
