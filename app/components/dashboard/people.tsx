import { Link, useLocation } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import type { ParticipantsView } from '~/components/event/event-views';
import { Avatar } from '~/components/ui/avatar';
import { Icon } from '~/components/ui/icon';
import { Pill } from '~/components/ui/pill';

// What the dashboard and the list of participants share.

type Places = Pick<ParticipantsView, 'count' | 'max' | 'turnedAway'>;

/** From so much on places run short. */
const SHORT_PART = 0.9;

/** How many places are taken: “17 / 60”; amber when they run short, red when somebody found none. */
export function PlacesPill({ places: { count, max, turnedAway } }: { places: Places }) {
  const { t } = useTranslation('organizer');
  const isFull = count >= max;
  const tone = isFull || turnedAway > 0 ? 'bad' : count >= max * SHORT_PART ? 'warn' : 'plain';
  return (
    <Pill tone={tone}>
      {count} / {max}
      {isFull && ` · ${t('participants.full')}`}
    </Pill>
  );
}

/** That guests found no place, with the way to more. Nothing where all did. */
export function TurnedAway({ count }: { count: number }) {
  const { t } = useTranslation('organizer');
  const { pathname, search } = useLocation();
  if (count === 0) return null;
  return (
    <p className="note error my-3">
      <Icon name="users" />
      <span className="min-w-0 flex-1">
        <strong>{t('participants.turned_away', { count })}</strong>{' '}
        <Link to={paths.shop({ from: pathname + search })}>{t('participants.more_places')}</Link>
      </span>
    </p>
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
              to={organizerPaths.participantRemove(id, { next })}
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
