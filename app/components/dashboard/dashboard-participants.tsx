import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { paths } from '~/paths';
import type { ParticipantsView } from '~/components/event/event-views';
import { MorePlacesLink, PeopleList, PlacesBar, PlacesPill } from './people';

/** The dashboard's card of participants: how many there are, the first few, and where the rest is. */
export function DashboardParticipants({ participants }: { participants: ParticipantsView }) {
  const { t } = useTranslation('organizer');
  const { count, people } = participants;
  const others = count - people.length;
  return (
    <section className="card w4 self-start">
      <div className="row wrap between">
        <h2>{t('participants.title')}</h2>
        <PlacesPill places={participants} />
      </div>
      <PlacesBar places={participants} />
      {count > 0 ? (
        <PeopleList people={people} next={paths.home('profile')} />
      ) : (
        <p className="small soft my-3">{t('participants.empty')}</p>
      )}
      <div className="row wrap between gap-y-0">
        {count > 0 && (
          <Link className="link small" to={paths.participants()}>
            {others > 0 ? t('participants.others', { count: others }) : t('participants.all')}
          </Link>
        )}
        <MorePlacesLink />
      </div>
    </section>
  );
}
