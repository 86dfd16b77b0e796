import { useTranslation } from 'react-i18next';
import type { FailedRequest } from '~/models/admin/day';
import { Cell, Heading, Row, Table } from './table';

/** A figure of the last 24 hours. */
export interface Figure {
  name: 'requests' | 'errors' | 'uploads' | 'queue' | 'memory' | 'disk';
  /** As text, for all 24 hours together. */
  value: string;
  /** The heights of its bars in percent. */
  bars: number[];
}

/** This server's last 24 hours, with everything as text. */
export interface DayView {
  since: string;
  version: string;
  figures: Figure[];
  /** The newest hour first, with a value for each figure. */
  hours: { hour: string; values: string[] }[];
  failures: (Omit<FailedRequest, 'at'> & { time: string })[];
}

/** The last 24 hours of the server that answers: small charts, the same as a table, and what failed. */
export function DayCard({ day }: { day: DayView }) {
  const { t } = useTranslation('admin');
  const { since, version, figures, hours, failures } = day;
  return (
    <section className="card mt-4 grid gap-5">
      <div>
        <h2>{t('day.title')}</h2>
        <p className="text-sm text-ink-soft">{t('day.since', { time: since, version })}</p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2 laptop:grid-cols-3">
        {figures.map((figure) => (
          <Chart key={figure.name} figure={figure} />
        ))}
      </div>
      <details>
        <summary className="list-item min-h-11 cursor-pointer py-3 text-sm">
          {t('day.table')}
        </summary>
        <Table
          head={
            <>
              <Heading>{t('day.hour')}</Heading>
              {figures.map(({ name }) => (
                <Heading key={name} className="text-right whitespace-normal">
                  {t(`day.${name}`)}
                </Heading>
              ))}
            </>
          }
        >
          {hours.map(({ hour, values }) => (
            <Row key={hour}>
              <Cell label={t('day.hour')} className="font-semibold">
                {hour}
              </Cell>
              {figures.map(({ name }, index) => (
                <Cell key={name} label={t(`day.${name}`)} className="laptop:text-right">
                  {values[index]}
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      </details>
      <div>
        <h3>{t('day.failures')}</h3>
        {failures.length === 0 ? (
          <p className="text-sm text-ink-soft">{t('day.none')}</p>
        ) : (
          <>
            <p className="mb-3 text-sm text-ink-soft">{t('day.failures_hint')}</p>
            <Failures failures={failures} />
          </>
        )}
      </div>
    </section>
  );
}

/** The highest bar reaches the top. The values are in the table below, for people who cannot see the chart. */
function Chart({ figure: { name, value, bars } }: { figure: Figure }) {
  const { t } = useTranslation('admin');
  const drawn = bars.flatMap((height, at) =>
    // Small values stay visible.
    height > 0 ? `M${at} 100V${100 - Math.max(height, 3)}h.8V100z` : [],
  );
  return (
    <figure className="m-0 min-w-0">
      <figcaption className="flex items-baseline justify-between gap-3 text-sm">
        {t(`day.${name}`)}
        <b className="whitespace-nowrap">{value}</b>
      </figcaption>
      <svg
        className="mt-2 block h-14 w-full border-b border-line fill-primary forced-colors:fill-[CanvasText]"
        viewBox={`0 0 ${bars.length} 100`}
        preserveAspectRatio="none"
        aria-hidden
      >
        <path d={drawn.join('')} />
      </svg>
      <p className="flex justify-between text-xs text-ink-soft" aria-hidden>
        <span>{t('day.ago')}</span>
        <span>{t('day.now')}</span>
      </p>
    </figure>
  );
}

function Failures({ failures }: { failures: DayView['failures'] }) {
  const { t } = useTranslation('admin');
  return (
    <Table
      head={
        <>
          <Heading>{t('day.code')}</Heading>
          <Heading>{t('day.time')}</Heading>
          <Heading>{t('day.route')}</Heading>
          <Heading>{t('day.type')}</Heading>
        </>
      }
    >
      {failures.map(({ id, time, method, route, status, type }) => (
        <Row key={id}>
          <Cell label={t('day.code')} className="font-semibold">
            {id}
          </Cell>
          <Cell label={t('day.time')}>{time}</Cell>
          <Cell label={t('day.route')}>{`${method} ${route}`}</Cell>
          <Cell label={t('day.type')}>{`${status} ${type}`}</Cell>
        </Row>
      ))}
    </Table>
  );
}
