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
import { Cell, Heading, LeadCell, Row, Table } from './table';

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
        <div className="field laptop:flex-1">
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
    <div className="relative overflow-x-auto" ref={cells}>
      {/* The page grows no wider on larger screens: eight columns and three icons have to fit. */}
      <Table
        className="laptop:[&_:is(td,th)]:px-1.5"
        head={
          <>
            <SortHeading {...table} sort="name">
              {t('events.name')}
            </SortHeading>
            <Heading>{t('events.status')}</Heading>
            <Heading>{t('events.start')}</Heading>
            <SortHeading {...table} sort="end">
              {t('events.end')}
            </SortHeading>
            <Heading>{t('events.max_users')}</Heading>
            <Heading>{t('events.photos')}</Heading>
            <Heading>{t('events.organizer')}</Heading>
            <Heading>
              <span className="sr-only">{t('events.actions')}</span>
            </Heading>
          </>
        }
      >
        {view.list.rows.map((event) => (
          <EventRow key={event.id} event={event} view={view} reply={reply} />
        ))}
      </Table>
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
    <Row>
      <LeadCell>
        <div>
          <Link className="link" to={adminPaths.event(event.id)}>
            <bdi>{event.name}</bdi>
          </Link>
          <p className="line-clamp-2 text-sm/[inherit] font-normal text-ink-soft laptop:max-w-48 laptop:min-w-28">
            {event.description}
          </p>
        </div>
      </LeadCell>
      <Cell label={t('events.status')}>
        <EventStatusPill status={event.status} />
      </Cell>
      <Cell label={t('events.start')} className="laptop:whitespace-nowrap">
        {event.startDay}
      </Cell>
      <Cell label={t('events.end')}>
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
      </Cell>
      <Cell label={t('events.max_users')}>
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
      </Cell>
      <Cell label={t('events.photos')} className="tabular-nums">
        <div>
          <p>{event.photoCount}</p>
          {event.hiddenCount > 0 && (
            <p className="text-xs whitespace-nowrap text-ink-soft">
              {t('events.hidden', { count: event.hiddenCount })}
            </p>
          )}
          <p className="text-xs whitespace-nowrap text-ink-soft">{event.photoBytes}</p>
        </div>
      </Cell>
      <Cell label={t('events.organizer')}>
        {event.organizer ? (
          <div className="laptop:min-w-32">
            <p>
              <bdi>{event.organizer.name}</bdi>{' '}
              <span className="text-ink-soft">#{event.organizer.id}</span>
            </p>
            <p className="text-xs wrap-break-word text-ink-soft">
              <a className="link" href={`mailto:${event.organizer.email}`}>
                <Email address={event.organizer.email} />
              </a>
            </p>
          </div>
        ) : (
          <span className="text-ink-soft">{t('events.no_organizer')}</span>
        )}
      </Cell>
      <Cell>
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
      </Cell>
    </Row>
  );
}
