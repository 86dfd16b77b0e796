import { Link, useLocation } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { ParticipantsView } from '~/components/event/event-views';
import { Avatar } from '~/components/ui/avatar';
import { Icon } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';

// What the dashboard and the list of participants share.

type Places = Pick<ParticipantsView, 'count' | 'max'>;

/** How many places are taken: “17 / 60”. */
export function PlacesPill({ places: { count, max } }: { places: Places }) {
  return (
    <Pill className="">
      {count} / {max}
    </Pill>
  );
}

/** The same as a bar. */
export function PlacesBar({ places: { count, max } }: { places: Places }) {
  const { t } = useTranslation('organizer');
  const percent = Math.min(100, Math.round((count / max) * 100));
  return (
    <div
      className="progress-bar mb-1"
      role="img"
      aria-label={t('participants.places', { count, max })}
      style={{ '--v': `${percent}%` } as CSSProperties}
    />
  );
}

/** To the shop, where there are more. */
export function MorePlacesLink() {
  const { t } = useTranslation('organizer');
  const { pathname, search } = useLocation();
  return (
    <Link className="link text-sm" to={paths.shop({ from: pathname + search })}>
      <Icon name="tag" />
      {t('participants.more_places')}
    </Link>
  );
}

/**
 * Members by name: the name leads to their photos, the bin to their removal.
 * @param next where a removal leads back
 */
export function PeopleList({ people, next }: { people: ParticipantsView['people']; next: string }) {
  const { t } = useTranslation(['organizer', 'event']);
  return (
    <ul className="people">
      {people.map(({ id, name, selfieUrl, isOrganizer }) => (
        <li key={id}>
          <Avatar name={name} selfieUrl={selfieUrl} isLazy />
          <Link className="name" to={paths.feed({ userId: id })}>
            <bdi>{name}</bdi>
          </Link>
          {isOrganizer ? (
            <Pill>{t('event:role.organizer')}</Pill>
          ) : (
            <DialogLink
              className="icon-button"
              to={paths.participantRemove(id, { next })}
              aria-label={t('participants.remove', { name })}
            >
              <Icon name="trash" />
            </DialogLink>
          )}
        </li>
      ))}
    </ul>
  );
}
