import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';
import { paths } from '~/paths';
import type { PileSlide } from './pile-views';

/** Gives a star to the photo on top, or takes it back. The photo stays. */
export function PileStar({
  photo,
  isOn,
  onSend,
}: {
  photo: PileSlide;
  isOn: boolean;
  onSend(event: FormEvent<HTMLFormElement>): void;
}) {
  const { t } = useTranslation(['event', 'pile']);
  return (
    <form method="post" action={paths.star(photo.id)} onSubmit={onSend}>
      <input type="hidden" name="on" value={isOn ? '0' : '1'} />
      <input type="hidden" name="next" value={paths.pile()} />
      <button className="button quiet min-h-14 w-full" aria-pressed={isOn} data-star>
        <Icon name="star" className={isOn ? 'fill-gold text-gold-ink' : undefined} />
        {t(isOn ? 'pile:starred' : 'pile:star')}
      </button>
    </form>
  );
}
