import { useTranslation } from 'react-i18next';
import type { DeskView } from './event-views';
import { Pill } from './ui/pill';

/** The head of the organizer's desk: the event, its dates, and three figures. */
export function DeskHead({ desk }: { desk: DeskView }) {
  const { t } = useTranslation('event');
  const { event, daysLeft, photoCount, starCount } = desk;
  return (
    <section className="dhead on-night">
      {event.imageUrl && <img src={event.imageUrl} alt="" />}
      <div className="t">
        <div className="row wrap between">
          <h2>{event.name}</h2>
          <Pill tone="night" icon="calendar">
            <span className="vh">{t('desk.dates')} </span>
            {desk.dates}
          </Pill>
        </div>
        <p className="soft">{event.description}</p>
        <div className="stat">
          {daysLeft > 0 ? (
            <Figure value={daysLeft} label={t('desk.days_left', { count: daysLeft })} />
          ) : (
            <p>
              <span className="small">{daysLeft === 0 ? t('line.last_day') : t('line.ended')}</span>
            </p>
          )}
          <Figure value={photoCount} label={t('desk.photos', { count: photoCount })} />
          <Figure value={starCount} label={t('desk.stars', { count: starCount })} />
        </div>
      </div>
    </section>
  );
}

function Figure({ value, label }: { value: number; label: string }) {
  return (
    <p>
      <b className="num">{value}</b> <span className="small">{label}</span>
    </p>
  );
}
