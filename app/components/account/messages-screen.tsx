import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EVERYONE } from '~/models/message/rules';
import { paths } from '~/paths';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '../ui/empty-state';
import { Icon } from '../ui/icon';
import { SubmitButton } from '../ui/submit';
import type { MessagesView } from './account-views';
import { ConversationPart, EveryonePart } from './conversation';
import { idOf, PeopleList } from './people-list';
import { PlannedPart } from './planned-part';

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
    // Side by side on laptops: the heading, the search and the name of the other person stay in view.
    <main className="page [--messages-head:5rem]" id="content">
      <div className="laptop:sticky laptop:top-0 laptop:z-20 laptop:-mx-4 laptop:-mt-4 laptop:mb-2 laptop:h-(--messages-head) laptop:bg-table laptop:px-4 laptop:pt-4">
        <ScreenHead title={t('messages.title')} />
      </div>
      {unread > 0 && !isReadOnly && <MarkAll unread={unread} open={open} />}
      {people === null && open?.person && (
        <ConversationPart key={open.person.id} {...{ talk: open, planning, isReadOnly }} />
      )}
      {people !== null && !hasList && <NoConversation />}
      {people && hasList && (
        <div className="laptop:grid laptop:grid-cols-[20rem_minmax(0,1fr)] laptop:items-start laptop:gap-8">
          <PeopleList list={people} {...{ platform, open, planning, plannedCounts }} />
          <div
            className={`laptop:[&_:is(a,button,input,select,textarea,summary)]:scroll-mt-44 ${open || people.count === 0 ? '' : 'max-laptop:hidden'}`}
          >
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
