import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { EVENT_STATUSES } from '~/models/event/rules';
import { adminPaths } from '~/admin-paths';
import { DialogLink } from '../dialogs/dialog-link';
import { Email } from '../ui/email';
import { Icon } from '../ui/icon';
import { EventStatusPill } from './event-status-pill';
import { eventControlsOf, type EventRowView, type EventsView } from './events-views';
import { EventCell } from './event-cell';
import { useUnsavedCells } from './use-unsaved-cells';
import { ListCount, ListSearch, NoRows, Pager, SortHeading } from './list-controls';

/** All events, with the values that the administrator may change. */
export function EventsScreen({
  view,
  reply,
}: {
  view: EventsView;
  reply?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('admin');
  const { list, query } = view;
  const table = eventControlsOf(query);
  const sorts = [
    ['created', t('events.created')],
    ['name', t('events.name')],
    ['end', t('events.end')],
    ['participants', t('events.participants')],
  ] as const;
  return (
    <section className="card grid gap-4">
      <div className="flex items-center justify-between gap-3">
        <h2>{t('events.title')}</h2>
        <ListCount list={list} />
      </div>
      <ListSearch {...table} label={t('events.search')} sorts={sorts}>
        <div className="field">
          <label htmlFor="status">{t('events.status')}</label>
          <select
            key={query.status}
            className="input"
            id="status"
            name="status"
            defaultValue={query.status ?? ''}
          >
            <option value="">{t('events.all')}</option>
            {EVENT_STATUSES.map((status) => (
              <option key={status} value={status}>
                {t(`events.statuses.${status}`)}
              </option>
            ))}
          </select>
        </div>
      </ListSearch>
      {list.rows.length === 0 ? (
        <NoRows {...table} icon="calendar" title={t('events.empty')} />
      ) : (
        <EventsTable view={view} reply={reply} />
      )}
      <Pager {...table} list={list} />
    </section>
  );
}

function EventsTable({ view, reply }: { view: EventsView; reply?: SubmissionResult<string[]> }) {
  const { t } = useTranslation('admin');
  const table = eventControlsOf(view.query);
  const cells = useUnsavedCells<HTMLDivElement>(t('events.unsaved'));
  return (
    <div className="scroll" ref={cells}>
      <table className="fold events">
        <thead>
          <tr>
            <SortHeading {...table} sort="name">
              {t('events.name')}
            </SortHeading>
            <th scope="col">{t('events.status')}</th>
            <th scope="col">{t('events.start')}</th>
            <SortHeading {...table} sort="end">
              {t('events.end')}
            </SortHeading>
            <th scope="col">{t('events.max_users')}</th>
            <th scope="col">{t('events.photos')}</th>
            <th scope="col">{t('events.organizer')}</th>
            <th scope="col">
              <span className="sr-only">{t('events.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {view.list.rows.map((event) => (
            <EventRow key={event.id} event={event} view={view} reply={reply} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventRow({
  event,
  view: { here, today },
  reply,
}: {
  event: EventRowView;
  view: EventsView;
  reply?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('admin');
  const own = reply?.initialValue?.eventId === String(event.id) ? reply : undefined;
  return (
    <tr>
      <td className="lead">
        <div className="about">
          <Link className="link" to={adminPaths.event(event.id)}>
            <bdi>{event.name}</bdi>
          </Link>
          <p>{event.description}</p>
        </div>
      </td>
      <td data-l={t('events.status')}>
        <EventStatusPill status={event.status} />
      </td>
      <td className="day" data-l={t('events.start')}>
        {event.startDay}
      </td>
      <td data-l={t('events.end')}>
        <EventCell
          event={event}
          intent="end"
          reply={own}
          here={here}
          label={t('events.end_of', { event: event.name })}
          type="date"
          min={today}
          // Without `max` the browser accepts six digits for the year, so typing does not move on to the next
          // part.
          max="9999-12-31"
          required
          initial={event.endDate}
        />
      </td>
      <td data-l={t('events.max_users')}>
        <EventCell
          event={event}
          intent="max"
          reply={own}
          here={here}
          label={t('events.max_of', { event: event.name })}
          inputMode="numeric"
          required
          initial={String(event.maxUsers)}
          hint={t('events.inside', { count: event.participantCount })}
        />
      </td>
      <td data-l={t('events.photos')} className="tabular-nums">
        <div>
          <p>{event.photoCount}</p>
          {event.hiddenCount > 0 && (
            <p className="text-xs whitespace-nowrap text-ink-soft">
              {t('events.hidden', { count: event.hiddenCount })}
            </p>
          )}
          <p className="text-xs whitespace-nowrap text-ink-soft">{event.photoBytes}</p>
        </div>
      </td>
      <td data-l={t('events.organizer')}>
        {event.organizer ? (
          <div className="person">
            <p>
              <bdi>{event.organizer.name}</bdi>{' '}
              <span className="text-ink-soft">#{event.organizer.id}</span>
            </p>
            <p className="address text-xs text-ink-soft">
              <a className="link" href={`mailto:${event.organizer.email}`}>
                <Email address={event.organizer.email} />
              </a>
            </p>
          </div>
        ) : (
          <span className="text-ink-soft">{t('events.no_organizer')}</span>
        )}
      </td>
      <td>
        {event.isProtected ? (
          <span className="text-xs text-ink-soft">{t('events.protected')}</span>
        ) : (
          <div className="flex">
            <DialogLink
              className="icon-button"
              to={adminPaths.eventOrganizer(event.id, { next: here })}
              aria-label={t('handover.of', { event: event.name })}
            >
              <Icon name="user" />
            </DialogLink>
            {event.status !== 'ended' && (
              <DialogLink
                className="icon-button"
                to={adminPaths.eventEnd(event.id, { next: here })}
                aria-label={t('ending.of', { event: event.name })}
              >
                <Icon name="lock" />
              </DialogLink>
            )}
            <DialogLink
              className="icon-button danger"
              to={adminPaths.eventDelete(event.id, { next: here })}
              aria-label={t('events.delete', { event: event.name })}
            >
              <Icon name="trash" />
            </DialogLink>
          </div>
        )}
      </td>
    </tr>
  );
}
