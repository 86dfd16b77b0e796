import { Form, Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EVERYONE, PLANNED, PLATFORM } from '~/models/message/rules';
import { paths } from '~/paths';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { Initials } from '../ui/initials';
import { PageLinks } from '../ui/page-links';
import { SearchField } from '../ui/search-field';
import type { MessagesView, PeoplePage, PersonLine } from './account-views';
import { SenderMark } from './sender-mark';
import { END_ID } from './use-end-of-thread';

type Listed = Pick<MessagesView, 'platform' | 'open' | 'planning' | 'plannedCounts'>;

/** The id of the open conversation. */
export function idOf(open: MessagesView['open']) {
  if (open && 'planned' in open) return PLANNED;
  return open ? (open.person?.id ?? EVERYONE) : undefined;
}

/** An organizer's list of people, with a search and, if there are many, their initials. */
export function PeopleList({ list, ...view }: { list: PeoplePage } & Listed) {
  const { t } = useTranslation('account');
  const { open } = view;
  const { people, count, page, hasMore, search, letter, initials } = list;
  const here = { q: search || undefined, letter: letter ?? undefined };
  const isPart = search !== '' || letter !== null;
  const addressOf = (number?: number) =>
    paths.messages({ with: idOf(open), ...here, page: number });
  return (
    <nav
      // Beside a long conversation the list stays in view, together with the search above it.
      className={`laptop:sticky laptop:top-(--messages-head) laptop:flex laptop:max-h-[calc(100dvh-var(--messages-head)-4.5rem)] laptop:flex-col ${open ? 'max-laptop:hidden' : ''}`}
      aria-label={t('messages.people')}
    >
      {count > 0 && (
        <div className="mb-3 grid grid-cols-[minmax(0,1fr)] gap-2">
          <Search list={list} open={open} />
          {initials.length > 0 && (
            <Initials
              initials={initials}
              current={letter}
              addressOf={(one) =>
                paths.messages({ with: idOf(open), letter: one === letter ? undefined : one })
              }
            />
          )}
        </div>
      )}
      <div className="laptop:min-h-0 laptop:overflow-y-auto">
        <ul className="card p-1.5">
          {!isPart && page === 1 && <Together list={list} {...view} />}
          {people.map((person) => (
            <li key={person.id}>
              <PersonLink
                person={person}
                here={{ ...here, page: page === 1 ? undefined : page }}
                isOpen={person.id === idOf(open)}
              />
            </li>
          ))}
          {isPart && people.length === 0 && (
            <li className="p-3 text-ink-soft">
              <p role="status">{t('messages.not_found')}</p>
            </li>
          )}
        </ul>
        {isPart && (
          <Link className="link mt-2" to={paths.messages({ with: idOf(open) })}>
            {t('messages.back')}
          </Link>
        )}
        <PageLinks
          start={page === 1 ? null : addressOf()}
          more={hasMore ? addressOf(page + 1) : null}
        />
      </div>
    </nav>
  );
}

function Search({ list: { search }, open }: { list: PeoplePage; open: MessagesView['open'] }) {
  const { t } = useTranslation('account');
  const openId = idOf(open);
  return (
    <Form method="get" action={paths.messages()} role="search">
      {openId !== undefined && <input type="hidden" name="with" value={openId} />}
      <label className="sr-only" htmlFor="q">
        {t('messages.search')}
      </label>
      <div className="flex items-center gap-2">
        <SearchField search={search} placeholder={t('messages.search')} />
        <button className="button quiet">{t('messages.find')}</button>
      </div>
    </Form>
  );
}

/** The rows above the people: the messages to many, the planned ones, and the platform's. */
function Together({
  list: { count, toAll },
  platform,
  open,
  planning,
  plannedCounts,
}: { list: PeoplePage } & Listed) {
  const { t } = useTranslation('account');
  const openId = idOf(open);
  return (
    <>
      {(count > 0 || toAll || planning) && (
        <li>
          <Link
            className={CLASSES_PERSON}
            to={`${paths.messages({ with: EVERYONE })}#${END_ID}`}
            aria-current={openId === EVERYONE ? 'page' : undefined}
            aria-keyshortcuts="w"
          >
            <span className="avatar" aria-hidden="true">
              <Icon name="users" />
            </span>
            <PersonWords name={t('messages.everyone')} last={toAll} />
          </Link>
        </li>
      )}
      {plannedCounts && (plannedCounts.all > 0 || openId === PLANNED) && (
        <li>
          <PlannedLink counts={plannedCounts} isOpen={openId === PLANNED} />
        </li>
      )}
      {platform && (
        <li>
          <PersonLink person={platform} here={{}} isOpen={openId === PLATFORM} />
        </li>
      )}
    </>
  );
}

const CLASSES_PERSON =
  'flex min-h-15 items-center gap-3 rounded-control px-3 py-2 no-underline hover:bg-sunk aria-[current]:bg-sunk aria-[current]:shadow-[inset_3px_0_0_var(--color-gold)]';

function PlannedLink({
  counts: { all, unsent },
  isOpen,
}: {
  counts: NonNullable<MessagesView['plannedCounts']>;
  isOpen: boolean;
}) {
  const { t } = useTranslation('account');
  return (
    <Link
      className={CLASSES_PERSON}
      to={paths.messages({ with: PLANNED })}
      aria-current={isOpen ? 'page' : undefined}
    >
      <span className="avatar" aria-hidden="true">
        <Icon name="clock" />
      </span>
      <span className="min-w-0 flex-1">
        <strong className="block truncate">{t('planned.title')}</strong>
        <span className="block truncate text-sm text-ink-soft">
          {t('planned.count', { count: all })}
          {unsent > 0 && ` · ${t('planned.unsent_count', { count: unsent })}`}
        </span>
      </span>
    </Link>
  );
}

function PersonLink({
  person,
  here,
  isOpen,
}: {
  person: PersonLine;
  /** Which part of the list is shown. It stays beside the conversation. */
  here: { q?: string; letter?: string; page?: number };
  isOpen: boolean;
}) {
  const { id, name, selfieUrl, last, unread } = person;
  return (
    <Link
      className={CLASSES_PERSON}
      to={`${paths.messages({ with: id, ...here })}#${END_ID}`}
      aria-current={isOpen ? 'page' : undefined}
    >
      <Avatar name={name} selfieUrl={selfieUrl} />
      <PersonWords id={id} name={name} last={last} unread={unread} />
    </Link>
  );
}

function PersonWords({
  id,
  name,
  last,
  unread = 0,
}: Partial<PersonLine> & Pick<PersonLine, 'last'>) {
  const { t } = useTranslation('account');
  const line = last?.isOwn ? t('messages.your_line', { line: last.line }) : last?.line;
  return (
    <span className="min-w-0 flex-1">
      <span className="flex items-center justify-between gap-3">
        <strong className="min-w-0 truncate">
          <bdi>{name}</bdi> {id === PLATFORM && <SenderMark mark="platform" />}
        </strong>
        {last && <span className="shrink-0 text-xs text-ink-soft">{last.time}</span>}
      </span>
      <span className="flex items-center justify-between gap-3">
        <span className="min-w-0 truncate text-sm text-ink-soft">
          {line ?? t('messages.no_line')}
        </span>
        {unread > 0 && (
          <>
            <span className="count" aria-hidden="true">
              {unread}
            </span>
            <span className="sr-only">{t('messages.unread', { count: unread })}</span>
          </>
        )}
      </span>
    </span>
  );
}
