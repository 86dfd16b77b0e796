import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EVERYONE, PLATFORM } from '~/models/message/rules';
import { paths } from '~/paths';
import { DownloadLink } from '../shell/download-link';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icon';
import { Pill } from '../ui/pill';
import { SenderMark } from './sender-mark';
import type {
  Conversation,
  EveryoneThread,
  MessageView,
  PlanningView,
  Thread,
} from './account-views';
import { END_ID, useEndOfThread } from './use-end-of-thread';
import { WriteForm } from './write-form';

/** On laptops the heading of a thread sticks below the screen's heading while the page scrolls. */
export const CLASSES_THREAD_HEAD =
  'laptop:sticky laptop:top-(--messages-head) laptop:z-10 laptop:-mx-2 laptop:bg-table laptop:px-2 laptop:py-2';

/** A thread with this few messages needs no link to skip past them. */
const SHORT = 5;

/**
 * One conversation: a page of messages, oldest first, and the form below it, unless the platform is the
 * sender or the event has ended for this guest. Pass the person as its key.
 */
export function ConversationPart({
  talk,
  planning,
  isReadOnly = false,
}: {
  talk: Conversation;
  planning: PlanningView | null;
  isReadOnly?: boolean;
}) {
  const { t } = useTranslation('account');
  const { person, before } = talk;
  const address = (page: { before?: number | null }) =>
    paths.messages({ with: person.id, ...page });
  return (
    <section className="grid max-w-176 gap-4" aria-labelledby="conversation">
      <div className={`flex items-center gap-3 ${CLASSES_THREAD_HEAD}`}>
        <Avatar name={person.name} selfieUrl={person.selfieUrl} />
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere" id="conversation">
            <bdi>{person.name}</bdi>
          </h2>
          {person.isOrganizer && <SenderMark mark="organizer" />}
          {person.id === PLATFORM && (
            <>
              <SenderMark mark="platform" />
              <p className="text-sm text-ink-soft">{t('messages.platform')}</p>
            </>
          )}
        </div>
      </div>
      <ThreadPart
        thread={talk}
        address={address}
        empty={<NothingWritten {...{ talk, isReadOnly }} />}
      >
        {person.id !== PLATFORM && !isReadOnly && (
          // Hidden while earlier messages are read, but not removed, because it may contain a draft.
          <div className="w-full" hidden={before !== null}>
            <WriteForm
              action={address({})}
              label={t('messages.to', { name: person.name })}
              planning={planning}
            />
          </div>
        )}
      </ThreadPart>
    </section>
  );
}

function NothingWritten({ talk, isReadOnly }: { talk: Conversation; isReadOnly: boolean }) {
  const { t } = useTranslation('account');
  if (isReadOnly) return <strong>{t('messages.none')}</strong>;
  return (
    <>
      <strong>{t('messages.none')}</strong>
      <br />
      {t('messages.none_text', { name: talk.person.name })}
    </>
  );
}

/**
 * The messages an organizer has sent to many, each once, and the form for another one, which shows how many people will
 * get it.
 */
export function EveryonePart({
  thread,
  planning,
}: {
  thread: EveryoneThread;
  planning: PlanningView | null;
}) {
  const { t } = useTranslation('account');
  const { audiences, before } = thread;
  const hasSomebody = audiences.some(({ count }) => count > 0);
  const address = (page: { before?: number | null }) => paths.messages({ with: EVERYONE, ...page });
  return (
    <section className="grid max-w-176 grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby="everyone">
      <h2 className={CLASSES_THREAD_HEAD} id="everyone">
        {t('messages.everyone')}
      </h2>
      <ThreadPart thread={thread} address={address} empty={t('messages.none_all')}>
        {(hasSomebody || planning) && (
          <div className="w-full" hidden={before !== null}>
            <WriteForm
              action={address({})}
              label={t('planned.text')}
              planning={planning}
              many={thread}
            />
          </div>
        )}
      </ThreadPart>
    </section>
  );
}

/** A page of a thread with links to the pages around it; `children` come at the end of the thread. */
function ThreadPart({
  thread: { days, before, earlier },
  address,
  empty,
  children,
}: {
  thread: Thread;
  address: (page: { before?: number | null }) => string;
  empty: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('account');
  const shown = days.flatMap(({ messages }) => messages);
  useEndOfThread(shown.at(-1)?.id ?? null, before === null);
  return (
    <>
      {(earlier !== null || shown.length > SHORT) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {earlier !== null && (
            <Link
              className="button quiet slim"
              to={`${address({ before: earlier })}#${END_ID}`}
              rel="prev"
            >
              {t('messages.earlier')}
            </Link>
          )}
          {before === null && (
            <a className="link" href={`#${END_ID}`}>
              {t('messages.to_newest')}
            </a>
          )}
        </div>
      )}
      {shown.length === 0 && (
        <p className="my-4 text-center text-ink-soft">
          {before === null ? empty : t('messages.no_earlier')}
        </p>
      )}
      {days.map(({ key, day, messages }) => (
        <section key={key} aria-labelledby={`day-${key}`}>
          <h3
            className="mb-3 flex items-center gap-3 font-sans text-[0.875rem]/[inherit] text-ink-soft before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line"
            id={`day-${key}`}
          >
            <span>{day}</span>
          </h3>
          <ol className="grid gap-2">
            {messages.map((message) => (
              <MessageItem key={message.id} message={message} />
            ))}
          </ol>
        </section>
      ))}
      <div className="grid scroll-my-24 justify-items-start laptop:scroll-mt-56 gap-4" id={END_ID}>
        {before !== null && (
          <Link className="button quiet slim" to={`${address({})}#${END_ID}`} rel="next">
            {t('messages.newest')}
          </Link>
        )}
        {children}
      </div>
    </>
  );
}

/** Its side shows whose message it is; screen readers get a word. */
function MessageItem({ message }: { message: MessageView }) {
  const { t } = useTranslation('account');
  const { id, isOwn, name, author, mark, text, downloads } = message;
  const { time, isRead, isNew, sentTo, readBy } = message;
  return (
    <li
      id={`message-${id}`}
      className={`grid w-fit max-w-[min(85%,32rem)] gap-1 rounded-card px-3.5 py-2.5 ring-1 ring-line forced-colors:border forced-colors:border-[CanvasText] ${isOwn ? 'justify-self-end rounded-br-sm bg-sunk' : 'rounded-bl-sm bg-paper'}`}
    >
      {author === null ? (
        <p className="sr-only">{isOwn ? t('messages.you') : <bdi>{name}</bdi>}</p>
      ) : (
        <p className="text-sm font-semibold wrap-anywhere">
          <bdi>{author}</bdi>
        </p>
      )}
      {mark && <SenderMark mark={mark} />}
      <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
      {downloads.map(({ to, label }) => (
        <DownloadLink key={to} to={to}>
          {label}
        </DownloadLink>
      ))}
      <p
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 text-[0.75rem]/[inherit] text-ink-soft ${isOwn ? 'justify-end' : ''}`}
      >
        {isNew && <span className="count">{t('messages.new')}</span>}
        {sentTo && <Pill icon="users">{sentTo}</Pill>}
        <span>{time}</span>
        {isRead && (
          <span className="inline-flex items-center gap-1">
            <Icon name="check" className="size-4" />
            {readBy ?? t('messages.read')}
          </span>
        )}
      </p>
    </li>
  );
}
