import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import type { ParticipantsView } from '~/components/organizer/people/people-views';
import {
  MorePlacesLink,
  PeopleList,
  PlacesBar,
  PlacesPill,
  TurnedAway,
} from '~/components/organizer/people/people';

/** The dashboard's card of participants: their number, the first few, and a link to the rest. */
export function DashboardParticipants({ participants }: { participants: ParticipantsView }) {
  const { t } = useTranslation('organizer');
  const { count, people } = participants;
  const others = count - people.length;
  return (
    <section className="card self-start laptop:col-span-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{t('participants.title')}</h2>
        <PlacesPill places={participants} />
      </div>
      <PlacesBar places={participants} />
      <TurnedAway count={participants.turnedAway} />
      {count > 0 ? (
        <PeopleList people={people} next={paths.home('profile')} />
      ) : (
        <p className="my-3 text-sm text-ink-soft">{t('participants.empty')}</p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3 gap-y-0">
        {count > 0 && (
          <Link className="link text-sm" to={organizerPaths.participants()}>
            {others > 0 ? t('participants.others', { count: others }) : t('participants.all')}
          </Link>
        )}
        {participants.turnedAway === 0 && <MorePlacesLink />}
      </div>
    </section>
  );
}
