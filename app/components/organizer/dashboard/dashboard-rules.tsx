import { useTranslation } from 'react-i18next';
import type { PublicEvent } from '~/models/event/rules';
import { organizerPaths } from '~/organizer-paths';
import { PhotoCount } from './photo-count';
import { SettingSwitch } from './setting-switch';

/** The rules for all guests: the number of photos, and whether stars may be given. */
export function DashboardRules({ event }: { event: PublicEvent }) {
  const { t } = useTranslation('organizer');
  return (
    <section className="card laptop:col-span-7">
      <h2>{t('rules.title')}</h2>
      <PhotoCount count={event.maxPhotosPerUser} />
      <SettingSwitch
        action={organizerPaths.eventVoting()}
        field="votingEnabled"
        isOn={event.votingEnabled}
        label={t('rules.voting')}
        hint={t('rules.voting_hint')}
      />
    </section>
  );
}
