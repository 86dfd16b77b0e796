import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { StarrablePhoto, Voting } from '~/components/event/event-views';
import { Icon } from '~/components/ui/icon';

/** On the sheet, the note about whom a photo waits for gets its own row, because a name leaves no room for it. */
const CLASSES_WAITING =
  'in-[.foot]:-mt-2 in-[.foot]:basis-full in-[.foot]:pb-2 in-[.foot]:whitespace-normal';

/**
 * Gives or takes back a star (rule `stars.own`). The user's own photo and one that only some see show a text instead;
 * for a visitor it leads to Login/Register; while voting is off the button is grayed out.
 * @param next where to return after a form without scripts, or after signing in
 */
export function StarButton({
  photo,
  isOn,
  voting,
  next,
  label,
  onSend,
}: {
  photo: StarrablePhoto;
  isOn: boolean;
  voting: Omit<Voting, 'starredIds'>;
  next: string;
  /** The button's label. */
  label: string;
  /** Sends the form (`useStars`). */
  onSend(event: FormEvent<HTMLFormElement>): void;
}) {
  const { t } = useTranslation('event');

  if (photo.isOwn || photo.note) {
    return (
      <span
        className={photo.isWaiting ? `mine ${CLASSES_WAITING}` : 'mine'}
        title={photo.isWaiting ? undefined : photo.note}
      >
        {photo.note ?? t('star.own')}
      </span>
    );
  }
  if (voting.isVisitor && voting.isEnabled) {
    return (
      <DialogLink
        className="star grid flex-none"
        to={paths.login({ next, star: photo.id })}
        aria-label={label}
      >
        <Icon name="star" />
      </DialogLink>
    );
  }
  return (
    <form method="post" action={paths.star(photo.id)} onSubmit={onSend}>
      <input type="hidden" name="on" value={isOn ? '0' : '1'} />
      <input type="hidden" name="next" value={next} />
      <button
        className="star"
        aria-pressed={isOn}
        aria-label={label}
        title={voting.why}
        disabled={!voting.isEnabled}
      >
        <Icon name="star" />
      </button>
    </form>
  );
}
