import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '~/components/ui/empty-state';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { PageLinks } from '~/components/ui/page-links';
import { SearchField } from '~/components/ui/search-field';
import { SubmitButton } from '~/components/ui/submit';
import type { GuestCounts, ShownGuest } from '~/models/user/guest-list';
import { GuestListForm, type GuestsReply } from './guest-list-form';
import { GuestRows } from './guest-rows';

/** The people to invite by mail. */
export interface GuestsView {
  guests: ShownGuest[];
  counts: GuestCounts;
  search: string;
  /** Whether only people are shown who were invited and are not here. */
  notHere: boolean;
  /** Whether mails can be sent: yes; not by this site or event; or only once the user's own address is confirmed. */
  mail: 'on' | 'none' | 'unconfirmed';
  ownEmail: string;
  /** Whether the event is over, so that nobody is added or invited any more. */
  isOver: boolean;
  /** The URLs of the first page, if this is another page, and of the next. */
  start: string | null;
  more: string | null;
}

/** Invites people by mail (rules `guest-list.…`). */
export function GuestsScreen({ view, reply }: { view: GuestsView; reply: GuestsReply | null }) {
  const { t } = useTranslation('organizer');
  const { counts, guests, isOver } = view;
  return (
    <main className="page" id="content">
      <ScreenHead title={t('guests.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 laptop:-mt-1 laptop:gap-5">
        {view.mail === 'none' ? (
          <Note icon="mail" title={t('guests.no_mail')}>
            {t('guests.no_mail_text')}
          </Note>
        ) : (
          <p className="max-w-prose text-ink-soft">{t('guests.intro')}</p>
        )}
        {!isOver && <GuestListForm reply={reply} />}
        {!isOver && counts.all > 0 && <Mails view={view} />}
        {counts.all > 0 && <Filter view={view} />}
        {guests.length > 0 ? (
          <section className="card">
            <GuestRows guests={guests} />
            <PageLinks start={view.start} more={view.more} />
          </section>
        ) : (
          <Nobody view={view} />
        )}
      </div>
    </main>
  );
}

/** What can be mailed now, and to how many. */
function Mails({ view: { mail, counts, ownEmail } }: { view: GuestsView }) {
  const { t } = useTranslation('organizer');
  const pending = useNavigation().formData?.get('intent');
  if (mail === 'none') return null;
  if (mail === 'unconfirmed') {
    return (
      <Note icon="mail" title={t('guests.unconfirmed')}>
        {t('guests.unconfirmed_text', { email: ownEmail })}
        <Form method="post" action={organizerPaths.guests()}>
          <SubmitButton
            className="quiet slim mt-2"
            name="intent"
            value="confirm"
            pending={pending === 'confirm'}
            label={t('guests.confirm')}
          />
        </Form>
      </Note>
    );
  }
  const { toInvite, toRemind, notHere } = counts;
  if (toInvite + notHere === 0) return null;
  return (
    <section className="card grid gap-2">
      <Form className="flex flex-wrap gap-3" method="post" action={organizerPaths.guests()}>
        {toInvite > 0 && (
          <SubmitButton
            icon="mail"
            name="intent"
            value="invite"
            pending={pending === 'invite'}
            label={t('guests.to_invite', { count: toInvite })}
          />
        )}
        {toRemind > 0 && (
          <SubmitButton
            className="quiet"
            icon="mail"
            name="intent"
            value="remind"
            pending={pending === 'remind'}
            label={t('guests.to_remind', { count: toRemind })}
          />
        )}
      </Form>
      <p className="text-sm text-ink-soft">{t('guests.remind_hint')}</p>
    </section>
  );
}

function Filter({ view: { counts, search, notHere } }: { view: GuestsView }) {
  const { t } = useTranslation('organizer');
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Form
        className="field flex-[1_1_100%] laptop:max-w-lg laptop:flex-1"
        method="get"
        action={organizerPaths.guests()}
        role="search"
      >
        <label htmlFor="q">{t('guests.search')}</label>
        {notHere && <input type="hidden" name="not" value="here" />}
        <div className="flex items-center gap-3">
          <SearchField search={search} />
          <button className="button">{t('guests.find')}</button>
        </div>
      </Form>
      {(counts.notHere > 0 || notHere) && (
        <Link
          className={notHere ? 'button slim' : 'button quiet slim'}
          to={organizerPaths.guests({ q: search, not: notHere ? undefined : 'here' })}
        >
          <Icon name={notHere ? 'close' : 'clock'} />
          {t('guests.not_here', { number: counts.notHere })}
        </Link>
      )}
    </div>
  );
}

function Nobody({ view: { counts, search, isOver } }: { view: GuestsView }) {
  const { t } = useTranslation('organizer');
  if (counts.all === 0) {
    const text = isOver ? undefined : t('guests.empty_text');
    return <EmptyState icon="mail" title={t('guests.empty')} text={text} />;
  }
  return (
    <EmptyState
      icon="users"
      title={t(search ? 'guests.nobody' : 'guests.everybody_here')}
      text={search ? t('guests.nobody_text') : undefined}
      action={
        <Link className="button" to={organizerPaths.guests()}>
          {t('guests.show_all')}
        </Link>
      }
    />
  );
}
