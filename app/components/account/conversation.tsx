import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EVERYONE, MESSAGE_MAX, PLATFORM } from '~/models/message';
import { useAnswer } from '~/offline/use-answer';
import { paths } from '~/paths';
import { Avatar } from '../ui/avatar';
import { FormError, TextAreaField } from '../ui/field';
import { useServerForm } from '../ui/form';
import { Icon } from '../ui/icon';
import { SubmitButton } from '../ui/submit';
import { useRounds } from './use-rounds';
import { usePageFocus } from './use-page-focus';
import type { Conversation, MessageView } from './account-views';

/**
 * One conversation: the form, unless it is the platform that writes, then what was written, newest
 * first, a page of it. Give it the person as its key.
 */
export function ConversationPart({ talk }: { talk: Conversation }) {
  const { t } = useTranslation('account');
  const { person, messages, before } = talk;
  const newest = paths.messages({ with: person.id });
  usePageFocus('conversation', before);
  return (
    <section className="grid max-w-176 gap-4" aria-labelledby="conversation">
      <div className="flex items-center gap-3">
        <Avatar name={person.name} selfieUrl={person.selfieUrl} />
        <div className="min-w-0 flex-1">
          <h2 className="wrap-anywhere" id="conversation">
            <bdi>{person.name}</bdi>
          </h2>
          {person.isOrganizer && <p className="text-sm text-ink-soft">{t('messages.organizer')}</p>}
          {person.id === PLATFORM && (
            <p className="text-sm text-ink-soft">{t('messages.platform')}</p>
          )}
        </div>
      </div>
      {person.id !== PLATFORM && (
        // Out of the way of what was written earlier, but not gone: it may hold words already.
        <div hidden={before !== null}>
          <WriteForm action={newest} label={t('messages.to', { name: person.name })} />
        </div>
      )}
      {before !== null && (
        <Link className="button quiet slim justify-self-start" to={newest} rel="prev">
          {t('messages.newest')}
        </Link>
      )}
      {messages.length === 0 ? (
        <NothingWritten talk={talk} />
      ) : (
        <ol className="talk">
          {messages.map((message) => (
            <MessageItem
              key={message.id}
              message={message}
              action={paths.messages({ with: person.id, before })}
            />
          ))}
        </ol>
      )}
      {talk.hasEarlier && (
        <Link
          className="button quiet slim justify-self-center"
          to={paths.messages({ with: person.id, before: messages.at(-1)?.id })}
          rel="next"
        >
          {t('messages.earlier')}
        </Link>
      )}
    </section>
  );
}

function NothingWritten({ talk: { person, before } }: { talk: Conversation }) {
  const { t } = useTranslation('account');
  if (before !== null)
    return <p className="my-4 text-center text-ink-soft">{t('messages.no_earlier')}</p>;
  return (
    <p className="my-4 text-center text-ink-soft">
      <strong>{t('messages.none')}</strong>
      <br />
      {t('messages.none_text', { name: person.name })}
    </p>
  );
}

/** The organizer's message to all participants: says how many will get it. */
export function EveryonePart({ count }: { count: number }) {
  const { t } = useTranslation('account');
  return (
    <section className="grid max-w-176 gap-4" aria-labelledby="everyone">
      <h2 id="everyone">{t('messages.everyone')}</h2>
      <WriteForm
        action={paths.messages({ with: EVERYONE })}
        label={t('messages.to_everyone')}
        hint={t('messages.goes_to', { count })}
      />
    </section>
  );
}

interface WriteProps {
  action: string;
  label: string;
  hint?: ReactNode;
}

const WRITE_FORM = { id: 'write', intent: 'send' };

function WriteForm(props: WriteProps) {
  const lastResult = useAnswer<SubmissionResult<string[]>>();
  const rounds = useRounds(WRITE_FORM, lastResult);
  return <EmptyForm key={rounds} lastResult={lastResult} {...props} />;
}

function EmptyForm({
  action,
  label,
  hint,
  lastResult,
}: WriteProps & { lastResult?: SubmissionResult<string[]> }) {
  const { t } = useTranslation('account');
  const [form, fields] = useServerForm<{ message: string }>({ id: WRITE_FORM.id, lastResult });
  const isPending = useNavigation().formData?.get('intent') === WRITE_FORM.intent;
  return (
    <Form
      className="card grid gap-4"
      method="post"
      action={action}
      preventScrollReset
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <FormError errors={form.errors} title={t('messages.failed')} />
      <TextAreaField
        field={fields.message}
        label={label}
        hint={hint}
        required
        maxLength={MESSAGE_MAX}
        errors={{ required: 'message_required', tooLong: 'message_max' }}
        autoCapitalize="sentences"
      />
      <SubmitButton
        className="justify-self-start"
        icon="mail"
        name="intent"
        value={WRITE_FORM.intent}
        pending={isPending}
        label={t('messages.send')}
        busyLabel={t('messages.sending')}
      />
    </Form>
  );
}

function MessageItem({ message, action }: { message: MessageView; action: string }) {
  const { t } = useTranslation('account');
  const { id, isOwn, name, text, time, isRead } = message;
  const isNew = !isOwn && !isRead;
  const item = useFocusWhenRead(isRead);
  return (
    <li
      ref={item}
      tabIndex={-1}
      id={`message-${id}`}
      className={['card', isOwn && 'own', isNew && 'new'].filter(Boolean).join(' ')}
    >
      <p className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <strong>{isOwn ? t('messages.you') : <bdi>{name}</bdi>}</strong>
        <span className="text-ink-soft">{time}</span>
      </p>
      <p className="words">{text}</p>
      {isOwn && isRead && (
        <p className="flex items-center gap-3 text-xs text-ink-soft">
          <Icon name="check" className="size-4" />
          {t('messages.read')}
        </p>
      )}
      {isNew && <MarkRead id={id} action={action} />}
    </li>
  );
}

function MarkRead({ id, action }: { id: number; action: string }) {
  const { t } = useTranslation('account');
  const sent = useNavigation().formData;
  const isPending = sent?.get('intent') === 'read' && sent.get('messageId') === String(id);
  return (
    <Form
      className="flex flex-wrap items-center justify-between gap-3"
      method="post"
      action={action}
      preventScrollReset
    >
      <span className="count">{t('messages.new')}</span>
      <input type="hidden" name="messageId" value={id} />
      <SubmitButton
        className="quiet slim"
        icon="check"
        name="intent"
        value="read"
        pending={isPending}
        label={t('messages.mark_read')}
      />
    </Form>
  );
}

/** Marking a message takes its button away: the focus stays at the message instead of getting lost. */
function useFocusWhenRead(isRead: boolean) {
  const item = useRef<HTMLLIElement>(null);
  const wasRead = useRef(isRead);
  useEffect(() => {
    const lostFocus = document.activeElement === document.body;
    if (isRead && !wasRead.current && lostFocus) item.current?.focus({ preventScroll: true });
    wasRead.current = isRead;
  }, [isRead]);
  return item;
}
