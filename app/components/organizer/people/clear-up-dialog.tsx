import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { ConfirmDestruction } from '~/components/dialogs/confirm-destruction';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { CheckField } from '~/components/ui/field';
import { useHydrated } from '~/components/ui/use-hydrated';

/** Participants who joined in a rush and have no photo. All are checked; the organizer unchecks those to keep. */
export function ClearUpDialog({
  people,
}: {
  /** Each with the name of its check box, and the time of joining. */
  people: { field: string; name: string; joinedAt: string }[];
}) {
  const { t } = useTranslation('organizer');
  const isHydrated = useHydrated();
  const [count, setCount] = useState(people.length);
  if (people.length === 0) {
    return (
      <>
        <DialogHead />
        <p className="mt-3 text-ink-soft">{t('clear_up.nobody')}</p>
        <div className="actions">
          <DialogCloseLink to={organizerPaths.participants()} takesFocus>
            {t('clear_up.close')}
          </DialogCloseLink>
        </div>
      </>
    );
  }
  return (
    <ConfirmDestruction
      action={organizerPaths.clearUp()}
      next={organizerPaths.participants()}
      form={{
        onChange: ({ currentTarget }) =>
          setCount(currentTarget.querySelectorAll('input:checked').length),
      }}
      isReady={count > 0}
      label={isHydrated ? t('clear_up.confirm', { count }) : t('clear_up.confirm_ticked')}
      busyLabel={t('remove.removing')}
    >
      <div className="min-w-0 flex-1">
        <p className="text-ink-soft">{t('clear_up.text')}</p>
        {people.map(({ field, name, joinedAt }) => (
          <CheckField
            key={field}
            name={field}
            defaultChecked
            label={
              <>
                <bdi>{name}</bdi>{' '}
                <span className="text-sm font-normal text-ink-soft">{joinedAt}</span>
              </>
            }
          />
        ))}
      </div>
    </ConfirmDestruction>
  );
}
