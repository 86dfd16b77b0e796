import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DUEL_DEFAULT } from '~/models/duel/rules';
import { thumbnailUrl } from '~/models/photo/rules';
import { paths } from '~/paths';
import { FormError } from '~/components/ui/field';
import { SubmitButton } from '~/components/ui/submit';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';

export interface DuelCallView {
  /** The photos that share first place; none if no duel can be called. */
  photos: { id: number; imageUrl: string; userName: string }[];
  /** The durations to choose from. */
  choices: { seconds: number; label: string }[];
  /** Whether one runs. */
  isCalled: boolean;
}

/** The dialog that calls a duel for first place (rule `duel.what`). */
export function DuelDialog({ view: { photos, choices, isCalled } }: { view: DuelCallView }) {
  const { t } = useTranslation(['duel', 'event']);
  const { answer, isPending } = useDialogAction<SubmissionResult<string[]>>();
  const errors = Object.values(answer?.error ?? {}).flatMap((codes) => codes ?? []);
  if (photos.length === 0) {
    return (
      <div className="grid gap-4">
        <DialogHead closeTo={paths.top()} />
        <FormError errors={errors} />
        {isCalled ? (
          <Link className="button" to={paths.duel()}>
            {t('duel:call.open')}
          </Link>
        ) : (
          <p>{t('duel:call.none')}</p>
        )}
      </div>
    );
  }
  return (
    <DialogForm className="grid gap-4">
      <DialogHead closeTo={paths.top()} />
      <FormError errors={errors} />
      <ul className="flex flex-wrap gap-2">
        {photos.map(({ id, imageUrl, userName }) => (
          <li key={id}>
            <img
              className="h-24 w-auto rounded-sm"
              src={thumbnailUrl(imageUrl, 320)}
              alt={t('duel:call.photo', { name: userName })}
            />
          </li>
        ))}
      </ul>
      <p className="text-ink-soft">{t('duel:call.text')}</p>
      <input type="hidden" name="photoIds" value={photos.map(({ id }) => id).join(' ')} />
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="mb-1 font-semibold">{t('duel:call.how_long')}</legend>
        {choices.map(({ seconds, label }) => (
          <label key={seconds} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name="seconds"
              value={seconds}
              defaultChecked={seconds === DUEL_DEFAULT}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className="actions">
        <SubmitButton
          pending={isPending}
          icon="star"
          label={t('duel:call.begin')}
          busyLabel={t('duel:call.beginning')}
        />
        <DialogCloseLink to={paths.top()}>{t('event:cancel')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
