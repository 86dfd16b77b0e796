import { Form, Link } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import type { ParticipantsView } from '~/components/event/event-views';
import { MorePlacesLink, PeopleList, PlacesBar, PlacesPill, TurnedAway } from './people';
import { PageLinks } from '~/components/pages/page-links';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '~/components/ui/empty-state';

/** A page of the participants. */
export interface ParticipantsPage {
  participants: ParticipantsView;
  /** How many names hold what is searched for; null where nothing is. */
  found: number | null;
  /** The addresses of this page, of the first where this is another, and of the next. */
  self: string;
  start: string | null;
  more: string | null;
}

/** Everybody in the event, or those whose name holds `search`. */
export function ParticipantsScreen({ view, search }: { view: ParticipantsPage; search: string }) {
  const { t } = useTranslation('organizer');
  const { participants, found } = view;
  const { count, people } = participants;
  return (
    <main className="page people-page" id="content">
      <ScreenHead title={t('participants.title')} />
      <section className="card">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <PlacesPill places={participants} />
          <MorePlacesLink />
        </div>
        <PlacesBar places={participants} />
        <TurnedAway count={participants.turnedAway} />
      </section>
      {count > 0 && <Search search={search} />}
      <p
        className={search && people.length > 0 ? 'text-sm text-ink-soft' : 'sr-only'}
        role="status"
      >
        {found !== null && t('participants.found', { count: found })}
      </p>
      {people.length > 0 && (
        <section className="card">
          <PeopleList people={people} next={view.self} />
          <PageLinks start={view.start} more={view.more} />
        </section>
      )}
      {count === 0 ? (
        <EmptyState icon="users" title={t('participants.empty')} text={t('participants.invite')} />
      ) : (
        people.length === 0 && <NobodyFound search={search} />
      )}
    </main>
  );
}

function Search({ search }: { search: string }) {
  const { t } = useTranslation('organizer');
  const input = useRef<HTMLInputElement>(null);
  // A link that changes the address sets the field; typing that is under way is left alone.
  useEffect(() => {
    const field = input.current;
    if (field && field !== document.activeElement) field.value = search;
  }, [search]);
  return (
    <Form className="field" method="get" action={organizerPaths.participants()} role="search">
      <label htmlFor="q">{t('participants.search')}</label>
      <div className="flex items-center gap-3">
        <input
          ref={input}
          className="input min-w-0 flex-1"
          type="search"
          id="q"
          name="q"
          defaultValue={search}
          autoComplete="off"
          enterKeyHint="search"
        />
        <button className="button">{t('participants.find')}</button>
      </div>
    </Form>
  );
}

function NobodyFound({ search }: { search: string }) {
  const { t } = useTranslation('organizer');
  return (
    <EmptyState
      icon="users"
      title={t('participants.nobody')}
      text={t('participants.nobody_text', { search })}
      action={
        <Link className="button" to={organizerPaths.participants()}>
          {t('participants.all')}
        </Link>
      }
    />
  );
}
