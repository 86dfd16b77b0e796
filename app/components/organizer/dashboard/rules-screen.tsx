import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { isDemo } from '~/models/event/rules';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { ShopLink } from '~/components/organizer/shop-link';
import { ScreenHead } from '~/components/shell/screen-head';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { ChangeImage } from './change-image';
import { CountRow } from './count-row';
import { DashboardDanger } from './dashboard-danger';
import { VotingTimes } from './dashboard-rules';
import { Pill } from '~/components/ui/pill';
import type { RulesView, StandingsView, VotingTimesView } from './dashboard-views';
import { LatePhotosRow } from './late-photos-row';
import { PhotoCount } from './photo-count';
import { SettingSwitch } from './setting-switch';
import { ThanksRow } from './thanks-row';

const CLASSES_TOOL = 'button quiet slim flex-auto laptop:flex-none';

/** The page on which the organizer changes the event: name, days, picture, words, rules, door, deletion. */
export function RulesScreen({ view }: { view: RulesView }) {
  const { t } = useTranslation(['organizer', 'missions']);
  const { event } = view;
  return (
    <main className="page" id="content">
      <ScreenHead title={t('rules.title')} />
      <Link className="link text-sm" to={paths.home('profile')}>
        <Icon name="arrow-left" />
        {t('title')}
      </Link>
      <div className="mt-3 grid max-w-4xl gap-4">
        <EventCard view={view} />
        <section className="card">
          <PhotoCount count={event.maxPhotosPerUser} printed={view.printedPhotos} />
          {/* Once the votes are counted, a switch is not enough to open voting again. */}
          {view.voting.counted === null && (
            <SettingSwitch
              action={organizerPaths.eventVoting()}
              field="votingEnabled"
              isOn={event.votingEnabled}
              label={t('rules.voting')}
              hint={t('rules.voting_hint')}
            />
          )}
          <TimesRow times={view.voting} />
          <CountRow count={view.count} counted={view.voting.counted} />
          <StandingsRow standings={view.standings} />
          <SettingSwitch
            action={organizerPaths.eventApproval()}
            field="approvalRequired"
            isOn={event.approvalRequired}
            label={t('rules.approval')}
            hint={t('rules.approval_hint')}
          />
          <SettingSwitch
            action={organizerPaths.eventGuestsMayDownload()}
            field="guestsMayDownload"
            isOn={event.guestsMayDownload}
            label={t('rules.download')}
            hint={t('rules.download_hint')}
          />
          <TablesRow count={view.tables} />
          <LatePhotosRow late={view.late} />
          <ThanksRow thanks={event.thanks} />
          <div className="setting-row">
            <div className="min-w-44 flex-1">
              <p className="name">{t('missions:desk.row')}</p>
              <p className="text-sm text-ink-soft">
                {view.missions > 0
                  ? t('missions:desk.list', { count: view.missions })
                  : t('missions:desk.row_none')}
              </p>
            </div>
            <Link className="button quiet slim" to={organizerPaths.eventMissions()}>
              <Icon name="camera" />
              {t('missions:desk.open')}
            </Link>
          </div>
          {!isDemo(event) && (
            <div className="setting-row">
              <div className="min-w-44 flex-1">
                <p className="name">{t('door.who')}</p>
                <p className="text-sm text-ink-soft">
                  {t(view.isCodeOnly ? 'door.code' : 'door.names')}
                </p>
              </div>
              <DialogLink className="button quiet slim" to={organizerPaths.eventDoor()}>
                <Icon name="door" />
                {t('door.title')}
              </DialogLink>
            </div>
          )}
        </section>
        <DashboardDanger isDemo={isDemo(event)} />
      </div>
    </main>
  );
}

function TablesRow({ count }: { count: number }) {
  const { t } = useTranslation('tables');
  return (
    <div className="setting-row">
      <div className="min-w-44 flex-1">
        <p className="name">{t('desk.title')}</p>
        <p className="text-sm text-ink-soft">
          {count > 0 ? t('desk.some', { count }) : t('desk.none')}
        </p>
      </div>
      <DialogLink className="button quiet slim" to={organizerPaths.eventTables()}>
        <Icon name="grid" />
        {t('desk.change')}
      </DialogLink>
    </div>
  );
}

function TimesRow({ times }: { times: VotingTimesView }) {
  const { t } = useTranslation('organizer');
  return (
    <div className="setting-row">
      <div className="min-w-44 flex-1">
        <p className="name">{t('rules.voting_times')}</p>
        <p className="text-sm text-ink-soft">
          <VotingTimes times={{ ...times, counted: null }} />
          {!times.opens && !times.closes && !times.counted && t('rules.no_times')}
        </p>
      </div>
      <DialogLink className="button quiet slim" to={organizerPaths.eventEdit()}>
        <Icon name="clock" />
        {t('rules.set_times')}
      </DialogLink>
    </div>
  );
}

function StandingsRow({ standings: { choice, isHidden } }: { standings: StandingsView }) {
  const { t } = useTranslation('organizer');
  return (
    <div className="setting-row">
      <div className="min-w-44 flex-1">
        <p className="name">
          {t('standings.title')}
          {isHidden && (
            <Pill tone="warn" icon="lock">
              {t('standings.now_hidden')}
            </Pill>
          )}
        </p>
        <p className="text-sm text-ink-soft">
          {t(`standings.${choice}`)}. {t(`standings.${choice}_hint`)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <DialogLink className="button quiet slim" to={organizerPaths.eventStandings()}>
          <Icon name="eye-off" />
          {t('standings.change')}
          <span className="sr-only"> {t('standings.title')}</span>
        </DialogLink>
        {isHidden && (
          <DialogLink className="button slim" to={organizerPaths.eventReveal()}>
            <Icon name="star" />
            {t('reveal.title')}
          </DialogLink>
        )}
      </div>
    </div>
  );
}

function EventCard({ view: { userId, event, day, photosOn } }: { view: RulesView }) {
  const { t } = useTranslation('organizer');
  return (
    <section className="card grid gap-3">
      {event.imageUrl && (
        <img
          className="max-h-56 w-full rounded-control object-cover object-[50%_40%]"
          src={event.imageUrl}
          alt={t('head.image')}
        />
      )}
      <div>
        <h2 className="m-0 wrap-anywhere">
          <bdi>{event.name}</bdi>
        </h2>
        <p className="text-ink-soft">
          <span className="sr-only">{t('edit.day')} </span>
          <Days days={day} />
          {photosOn && <span className="block text-sm">{t('rules.photos_on', photosOn)}</span>}
        </p>
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{event.description}</p>
      {/* The status of an upload takes no space while there is none. */}
      <div className="flex flex-wrap items-center gap-2 [&>[role=status]:empty]:absolute">
        <DialogLink className={CLASSES_TOOL} to={organizerPaths.eventEdit()}>
          <Icon name="calendar" />
          {t('edit.open')}
        </DialogLink>
        <ChangeImage userId={userId} className={CLASSES_TOOL} />
        <DialogLink className={CLASSES_TOOL} to={organizerPaths.eventDescription()}>
          <Icon name="pencil" />
          {t('description.title')}
        </DialogLink>
        <ShopLink className={CLASSES_TOOL} from={organizerPaths.eventRules()}>
          <Icon name="tag" />
          {t('head.extend')}
        </ShopLink>
      </div>
    </section>
  );
}
