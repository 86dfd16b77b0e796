import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EVERYONE, PLANNED, PLATFORM } from '~/models/message/rules';
import { paths } from '~/paths';
import { ScreenHead } from '~/components/shell/screen-head';
import { Avatar } from '../ui/avatar';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { SubmitButton } from '../ui/submit';
import { PageLinks } from '~/components/ui/page-links';
import type { MessagesView, PeoplePage, PersonLine } from './account-views';
import { ConversationPart, EveryonePart } from './conversation';
import { PlannedPart } from './planned-part';
import { SenderMark } from './sender-mark';
import { END_ID } from './use-end-of-thread';

/**
 * The messages (rule `messages.who`). A participant has one conversation, with the organizer. An organizer
 * has a list of people, and beside it (on phones: below it) the open conversation.
 */
export function MessagesScreen({ view }: { view: MessagesView }) {
  const { t } = useTranslation('account');
  const { people, platform, open, planning, plannedCounts, unread, isReadOnly } = view;
  // Messages can be planned before anybody has joined.
  const hasList = people !== null && (people.count > 0 || platform !== null || planning !== null);
  return (
    <main className="page" id="content">
      <ScreenHead title={t('messages.title')} />
      {unread > 0 && !isReadOnly && <MarkAll unread={unread} open={open} />}
      {people === null && open?.person && (
        <ConversationPart key={open.person.id} {...{ talk: open, planning, isReadOnly }} />
      )}
      {people !== null && !hasList && <NoConversation />}
      {people && hasList && (
        <div className="laptop:grid laptop:grid-cols-[20rem_minmax(0,1fr)] laptop:items-start laptop:gap-8">
          <People list={people} {...{ platform, open, planning, plannedCounts }} />
          <div className={open || people.count === 0 ? undefined : 'max-laptop:hidden'}>
            <Link className={open ? 'link mb-2 laptop:hidden' : 'hidden'} to={paths.messages()}>
              <Icon name="arrow-left" />
              {t('messages.back')}
            </Link>
            <Open open={open} planning={planning} hasPeople={people.count > 0} />
          </div>
        </div>
      )}
    </main>
  );
}

/** The open part of an organizer's list. */
function Open({
  open,
  planning,
  hasPeople,
}: Pick<MessagesView, 'open' | 'planning'> & { hasPeople: boolean }) {
  const { t } = useTranslation('account');
  if (open?.person) return <ConversationPart key={open.person.id} {...{ talk: open, planning }} />;
  if (open && 'planned' in open) return <PlannedPart list={open} />;
  if (open) return <EveryonePart key={EVERYONE} {...{ thread: open, planning }} />;
  if (!hasPeople) return <NoConversation />;
  return <EmptyState icon="mail" title={t('messages.choose')} text={t('messages.choose_text')} />;
}

function NoConversation() {
  const { t } = useTranslation('account');
  return <EmptyState icon="mail" title={t('messages.nobody')} text={t('messages.nobody_text')} />;
}

/** The id of the open conversation. */
function idOf(open: MessagesView['open']) {
  if (open && 'planned' in open) return PLANNED;
  return open ? (open.person?.id ?? EVERYONE) : undefined;
}

function MarkAll({ unread, open }: Pick<MessagesView, 'unread' | 'open'>) {
  const { t } = useTranslation('account');
  const isPending = useNavigation().formData?.get('intent') === 'read-all';
  return (
    <Form
      className="mb-4 flex flex-wrap items-center justify-between gap-3"
      method="post"
      action={paths.messages({ with: idOf(open), before: open?.before })}
    >
      <p className="text-ink-soft">{t('messages.unread', { count: unread })}</p>
      <SubmitButton
        className="quiet slim"
        icon="check"
        name="intent"
        value="read-all"
        pending={isPending}
        label={t('messages.mark_all')}
      />
    </Form>
  );
}

function People({
  list,
  platform,
  open,
  planning,
  plannedCounts,
}: { list: PeoplePage } & Pick<MessagesView, 'platform' | 'open' | 'planning' | 'plannedCounts'>) {
  const { t } = useTranslation('account');
  const openId = idOf(open);
  const { people, count, toAll, page, hasMore } = list;
  const isFirst = page === 1;
  const addressOf = (number?: number) => paths.messages({ with: openId, page: number });
  return (
    <nav
      // Beside a long conversation the list stays in sight.
      className={`laptop:sticky laptop:top-4 laptop:max-h-[calc(100dvh-2rem)] laptop:overflow-y-auto ${open ? 'max-laptop:hidden' : ''}`}
      aria-label={t('messages.people')}
    >
      <ul className="card p-1.5">
        {isFirst && (count > 0 || toAll || planning) && (
          <li>
            <Link
              className={CLASSES_PERSON}
              to={`${paths.messages({ with: EVERYONE })}#${END_ID}`}
              aria-current={openId === EVERYONE ? 'page' : undefined}
            >
              <span className="avatar" aria-hidden="true">
                <Icon name="users" />
              </span>
              <PersonWords name={t('messages.everyone')} last={toAll} />
            </Link>
          </li>
        )}
        {isFirst && plannedCounts && (plannedCounts.all > 0 || openId === PLANNED) && (
          <li>
            <PlannedLink counts={plannedCounts} isOpen={openId === PLANNED} />
          </li>
        )}
        {(isFirst && platform ? [platform, ...people] : people).map((person) => (
          <li key={person.id}>
            <PersonLink person={person} page={page} isOpen={person.id === openId} />
          </li>
        ))}
      </ul>
      <PageLinks start={isFirst ? null : addressOf()} more={hasMore ? addressOf(page + 1) : null} />
    </nav>
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
  page,
  isOpen,
}: {
  person: PersonLine;
  page: number;
  isOpen: boolean;
}) {
  const { id, name, selfieUrl, last, unread } = person;
  const address = paths.messages({ with: id, page: page === 1 ? undefined : page });
  return (
    <Link
      className={CLASSES_PERSON}
      to={`${address}#${END_ID}`}
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
