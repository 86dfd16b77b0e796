import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm, useDialogAction } from '~/components/dialogs/dialog-form';
import { DialogCloseLink, DialogHead } from '~/components/dialogs/dialog-page';
import { Icon } from '~/components/ui/icon';
import { SubmitButton } from '~/components/ui/submit';
import { useHydrated } from '~/components/ui/use-hydrated';
import { thumbnailUrl } from '~/models/photo/rules';
import { firstName } from '~/models/user/rules';

/** A small photo to choose from. */
interface Choice {
  id: number;
  imageUrl: string;
  userName: string;
}

export interface StarMoveView {
  /** The photo to be starred. */
  photo: Choice;
  /** The photos that have a star. */
  starred: Choice[];
  /** The dialog's own URL, and the URL that it leads to. */
  self: string;
  next: string;
}

/** The dialog for one star too many: it asks which of the starred photos gives up its star. */
export function StarMoveDialog({ view }: { view: StarMoveView }) {
  const { t } = useTranslation(['event', 'dialogs']);
  const { isPending } = useDialogAction();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const hasScripts = useHydrated();
  const to = firstName(view.photo.userName);
  const label = chosen
    ? t('dialogs:star_move.move', { from: firstName(chosen.userName), to })
    : t(hasScripts ? 'dialogs:star_move.choose' : 'dialogs:star_move.move_plain');
  return (
    <DialogForm action={view.self}>
      <div className="flex items-start gap-3.5">
        <span className="print w-17 flex-none dark:bg-table">
          <span className="shot aspect-3/4">
            <img src={thumbnailUrl(view.photo.imageUrl, 320)} alt="" />
          </span>
        </span>
        <div className="min-w-0">
          <DialogHead />
          <p className="mt-1 text-ink-soft">{t('dialogs:star_move.text', { name: to })}</p>
        </div>
      </div>
      <fieldset className="mt-5 grid grid-cols-3! gap-2.5">
        <legend className="sr-only">{t('dialogs:star_move.choose')}</legend>
        {view.starred.map((photo) => (
          <label
            className="group cursor-pointer"
            key={photo.id}
            aria-label={t('photo.alt', { name: photo.userName })}
          >
            <input
              className="peer sr-only"
              type="radio"
              name="from"
              value={photo.id}
              required
              onChange={() => setChosen(photo)}
            />
            {/* The chosen photo loses its light. */}
            <span className="print outline-offset-1 outline-primary peer-checked:outline-3 peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-focus dark:bg-table">
              <span className="shot aspect-3/4">
                <img
                  className="group-has-checked:brightness-72 group-has-checked:saturate-60"
                  src={thumbnailUrl(photo.imageUrl, 320)}
                  alt=""
                />
              </span>
              <span className="flex min-h-9 items-center justify-between gap-1 pr-0.5 pl-1 text-sm/body font-semibold">
                <bdi className="line-clamp-2 min-w-0 leading-[1.2] hyphens-auto">
                  {firstName(photo.userName)}
                </bdi>
                <Icon
                  className="fill-gold stroke-[1.6] text-star group-has-checked:fill-none group-has-checked:text-ink-soft group-has-checked:[stroke-dasharray:2.6_2.4]"
                  name="star"
                />
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="actions">
        <SubmitButton
          pending={isPending}
          disabled={hasScripts && !chosen}
          label={label}
          busyLabel={t('dialogs:star_move.moving')}
        />
        <DialogCloseLink to={view.next}>{t('dialogs:star_move.leave')}</DialogCloseLink>
      </div>
    </DialogForm>
  );
}
