import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import { Pill } from '../ui/pill';
import { SubmitButton } from '../ui/submit';
import type { SessionsView, SessionView } from './account-views';

/**
 * Where the user is signed in (rule `session.list`), with buttons to end one session, for a lost phone, or
 * all.
 */
export function SessionsCard({ sessions: { listed, more } }: { sessions: SessionsView }) {
  const { t } = useTranslation('account');
  const pending = useNavigation().formData;
  return (
    <section className="card grid gap-4">
      <h2 className="m-0">{t('sessions.title')}</h2>
      <ul className="grid gap-3">
        {listed.map((session) => (
          <SessionItem
            key={session.id}
            session={session}
            isEnding={pending?.get('session') === session.id}
          />
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-ink-soft">{t('sessions.more', { count: more })}</p>}
      <p className="text-ink-soft">{t('sessions.text')}</p>
      <Form method="post" action={paths.settings()}>
        <SubmitButton
          className="quiet w-full"
          icon="lock"
          name="intent"
          value="everywhere"
          pending={pending?.get('intent') === 'everywhere'}
          label={t('sessions.end')}
          busyLabel={t('sessions.ending')}
        />
      </Form>
    </section>
  );
}

function SessionItem({ session, isEnding }: { session: SessionView; isEnding: boolean }) {
  const { t } = useTranslation('account');
  const { id, name, since, isCurrent } = session;
  return (
    <li className="flex items-center gap-3 border-line not-first:border-t not-first:pt-3">
      <div className="min-w-0 flex-1">
        <p className="font-bold wrap-anywhere">{name}</p>
        <p className="text-sm text-ink-soft">{since}</p>
      </div>
      {isCurrent ? (
        // The current session is ended by the log-out button, which remembers the way back.
        <Pill icon="check">{t('sessions.this')}</Pill>
      ) : (
        <Form method="post" action={paths.settings()}>
          <input type="hidden" name="session" value={id} />
          <SubmitButton
            className="quiet slim"
            name="intent"
            value="session"
            aria-label={t('sessions.end_one_of', { name })}
            pending={isEnding}
            label={t('sessions.end_one')}
          />
        </Form>
      )}
    </li>
  );
}
