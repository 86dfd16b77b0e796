import { Form, Link } from '@remix-run/react';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { placesState } from '~/models/event/needs';
import { firstName } from '~/models/user/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { ShopLink } from '../shop-link';
import type { ParticipantsView, PersonRow } from './people-views';
import { Avatar } from '~/components/ui/avatar';
import { Icon } from '~/components/ui/icon';
import { Menu } from '~/components/ui/menu';
import { PostForm } from '~/components/ui/post-form';
import { Pill } from '~/components/ui/pill';
import { useScreen } from '~/browser/screen';
import { useNextWork } from '../use-next-work';

// What the dashboard and the list of participants share.

type Places = Pick<ParticipantsView, 'count' | 'max' | 'turnedAway'>;

/**
 * How many places are taken: “17 / 60”; amber when they are running short, red when guests were turned away.
 */
export function PlacesPill({ places: { count, max, turnedAway } }: { places: Places }) {
  const { t } = useTranslation('organizer');
  const state = placesState({ count, max });
  const isFull = state === 'full';
  const tone = isFull || turnedAway > 0 ? 'bad' : state === 'short' ? 'warn' : 'plain';
  return (
    <Pill tone={tone}>
      {count} / {max}
      {isFull && ` · ${t('participants.full')}`}
    </Pill>
  );
}

/** The notice that guests found no place, with a link to buy more; nothing if there were none. */
export function TurnedAway({ count }: { count: number }) {
  const { t } = useTranslation('organizer');
  const { pathname, search } = useScreen();
  if (count === 0) return null;
  return (
    <p className="note error my-3">
      <Icon name="users" />
      <span className="min-w-0 flex-1">
        <strong>{t('participants.turned_away', { count })}</strong>{' '}
        <ShopLink from={pathname + search}>{t('participants.more_places')}</ShopLink>
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

/** The link to the shop for more places. */
export function MorePlacesLink({ className = '' }: { className?: string }) {
  const { t } = useTranslation('organizer');
  const { pathname, search } = useScreen();
  return (
    <ShopLink className={`link text-sm ${className}`} from={pathname + search}>
      <Icon name="tag" />
      {t('participants.more_places')}
    </ShopLink>
  );
}

/**
 * Members by name, linked to their photos; a menu leads to a message and to their removal.
 * @param next where a removal leads back
 */
export function PeopleList({
  people,
  next,
  className,
}: {
  people: PersonRow[];
  next: string;
  className?: string;
}) {
  const { t } = useTranslation(['organizer', 'event']);
  const { list, noteWork } = useNextWork<HTMLUListElement>(people);
  return (
    <ul className={className} ref={list} tabIndex={-1}>
      {people.map((person) => (
        <Person key={person.id}>
          <Avatar name={person.name} selfieUrl={person.selfieUrl} isLazy />
          {/* A long role is placed below the name. */}
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 py-1">
            <div className="min-w-0 flex-[1_1_9rem]">
              <Link
                className={`flex min-h-touch min-w-0 items-center leading-[1.3] wrap-anywhere no-underline hover:underline ${person.counts ? 'py-2' : 'py-1'}`}
                to={paths.feed({ userId: person.id })}
              >
                <bdi>{person.name}</bdi>
              </Link>
              {person.counts && <Counts {...person.counts} />}
            </div>
            {person.isOrganizer ? (
              <Pill>
                {person.isCoOrganizer ? t('co_organizers.role') : t('event:role.organizer')}
              </Pill>
            ) : (
              person.isGoing && <Pill tone="warn">{t('clear_up.going')}</Pill>
            )}
          </div>
          {!person.isOrganizer && !person.isGoing && (
            <PersonMenu person={person} next={next} onRemove={noteWork} />
          )}
        </Person>
      ))}
    </ul>
  );
}

/** Two columns on a laptop, read line by line as on a phone. */
export const CLASSES_PEOPLE =
  'laptop:grid laptop:grid-cols-2 laptop:gap-x-10 laptop:[&>:nth-child(2)]:border-t-0';

/** A person in a list. */
export function Person({ children }: { children: ReactNode }) {
  return (
    <li
      className="flex min-h-13 items-center gap-3 border-line not-first:border-t"
      data-work
      tabIndex={-1}
    >
      {children}
    </li>
  );
}

function Counts({ photos, stars }: NonNullable<PersonRow['counts']>) {
  const { t } = useTranslation('organizer');
  return (
    <p className="-mt-2 text-xs/[inherit] text-ink-soft tabular-nums">
      {photos === 0 ? (
        t('participants.no_photo')
      ) : (
        <>
          {t('participants.photos', { count: photos })} ·{' '}
          {t('participants.stars', { count: stars })}
        </>
      )}
    </p>
  );
}

const REMOVALS = [
  { key: 'remove.confirm', label: 'participants.remove', keepOut: false, shortcut: 'x' },
  { key: 'remove.keep_out', label: 'participants.keep_out', keepOut: true, shortcut: undefined },
] as const;

function PersonMenu({
  person: { id, name, isTrusted },
  next,
  onRemove,
}: {
  person: PersonRow;
  next: string;
  onRemove: () => void;
}) {
  const { t } = useTranslation('organizer');
  return (
    <Menu
      summary={
        <summary
          className="icon-button bg-transparent p-0"
          aria-label={t('participants.menu', { name })}
        >
          <Icon name="more" />
        </summary>
      }
    >
      <ul>
        <li>
          <Link to={paths.messages({ with: id })} aria-label={t('participants.write_to', { name })}>
            {t('participants.write')}
            <Icon name="mail" />
          </Link>
        </li>
        {isTrusted !== undefined && (
          <li>
            <Form method="post" action={organizerPaths.participantTrust(id)}>
              <input type="hidden" name="trusted" value={String(!isTrusted)} />
              <input type="hidden" name="next" value={next} />
              <button>
                {t(isTrusted ? 'waiting.untrust' : 'waiting.trust', { name: firstName(name) })}
                <Icon name={isTrusted ? 'clock' : 'check'} />
              </button>
            </Form>
          </li>
        )}
        {REMOVALS.map(({ key, label, keepOut, shortcut }) => (
          <li key={key}>
            <PostForm action={organizerPaths.participantRemove(id, { next })} onSubmit={onRemove}>
              {keepOut && <input type="hidden" name="keepOut" value="1" />}
              <button aria-label={t(label, { name })} aria-keyshortcuts={shortcut}>
                {t(key)}
                <Icon name={keepOut ? 'lock' : 'trash'} />
              </button>
            </PostForm>
          </li>
        ))}
      </ul>
    </Menu>
  );
}
