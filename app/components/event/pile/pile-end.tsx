import { Form } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon } from '~/components/ui/icon';
import { FAVORITES_MAX } from '~/models/photo/star';
import { paths } from '~/paths';
import type { PileView } from './pile-views';

/**
 * What is shown after the last photo of the pile (rule `pile.end`).
 * @param seen how many photos were laid aside on this page
 */
export function PileEnd({
  pile,
  seen,
  starsGiven,
}: {
  pile: PileView;
  seen: number;
  starsGiven: number;
}) {
  const { t } = useTranslation(['event', 'pile']);
  const { photoCount, voting, isOver, asksAfter } = pile;
  const stars = voting.isEnabled ? FAVORITES_MAX - starsGiven : 0;
  const isAsked = asksAfter !== null && seen >= asksAfter;
  return (
    <div className="grid max-w-80 justify-items-center gap-3 text-center">
      <div className="print w-36 -rotate-4 p-2 pb-7" aria-hidden="true">
        <span className="shot grid! aspect-3/4 place-items-center bg-linear-to-b from-night to-night-lift text-gold">
          <Icon name="star" className="size-12 stroke-[1.2]" />
        </span>
      </div>
      <h2 tabIndex={-1}>
        {photoCount === 0 ? t('feed.empty') : t('pile:end', { count: photoCount })}
      </h2>
      {!isOver && (
        <p className="text-balance text-ink-soft">
          {stars > 0 ? t('pile:come_stars', { count: stars }) : t('pile:come')}
        </p>
      )}
      {isAsked && (
        <div className="grid gap-3 rounded-card bg-paper p-4 shadow-print">
          <p className="text-balance">{t('pile:ask')}</p>
          <div className="flex flex-wrap justify-center gap-3">
            <DialogLink className="button lit" to={paths.photosNew()}>
              <Icon name="camera" />
              {t('feed.add')}
            </DialogLink>
            <Form method="post" action={paths.pile()} preventScrollReset>
              <button className="button quiet" name="later" value="1">
                {t('pile:later')}
              </button>
            </Form>
          </div>
        </div>
      )}
    </div>
  );
}
