import { Form, Link, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import type { ParticipantsView } from './people-views';
import { CoOrganizers, type CoOrganizersView, type NewLink } from './co-organizers';
import { BannedPeople, type BanView } from './banned-people';
import {
  CLASSES_PEOPLE,
  MorePlacesLink,
  PeopleList,
  PlacesBar,
  PlacesPill,
  TurnedAway,
} from './people';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { PageLinks } from '~/components/ui/page-links';
import { DownloadLink } from '~/components/shell/download-link';
import { ScreenHead } from '~/components/shell/screen-head';
import { EmptyState } from '~/components/ui/empty-state';
import { Initials } from '~/components/ui/initials';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { SearchField } from '~/components/ui/search-field';
import { SubmitButton } from '~/components/ui/submit';
import { MEMBER_SORTS, writeMemberPlace, type MemberSort } from '~/models/user/members';

/** A page of the participants. */
export interface ParticipantsPage {
  participants: ParticipantsView;
  keptOut: BanView[];
  coOrganizers: CoOrganizersView;
  /** How many joined in the last hour without a photo, and how many are about to be removed. */
  recentCount: number;
  goingCount: number;
  /** The search text, the order, and whether only those without a photo are shown. */
  search: string;
  sort: MemberSort;
  withoutPhoto: boolean;
  /** How many were found; null if all are shown. */
  found: number | null;
  /** The initials of the names; empty for a short list. */
  initials: string[];
  /** How many participants have no photo yet. */
  withoutPhotoCount: number;
  /** How many were invited by mail and are not here yet; null once the event is over. */
  notHereCount: number | null;
  /** The URLs of this page, of the first one if this is another page, and of the next. */
  self: string;
  start: string | null;
  more: string | null;
}

/** All participants, or those that the query asks for. */
export function ParticipantsScreen({
  view,
  made,
}: {
  view: ParticipantsPage;
  /** A co-organizer's link that the screen's form has just created. */
  made: NewLink | null;
}) {
  const { t } = useTranslation('organizer');
  const { participants, found } = view;
  const { count, people } = participants;
  return (
    <main className="page" id="content">
      <ScreenHead title={t('participants.title')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 laptop:-mt-1 laptop:gap-5">
        <section className="card">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <PlacesPill places={participants} />
            {participants.turnedAway === 0 && <MorePlacesLink className="-my-2" />}
          </div>
          <PlacesBar places={participants} />
          <TurnedAway count={participants.turnedAway} />
          {view.notHereCount !== null && <InviteByMail notHere={view.notHereCount} />}
        </section>
        <Going count={view.goingCount} />
        {count > 0 && (
          <>
            <Search view={view} />
            <Arrange view={view} />
            {view.initials.length > 0 && (
              <Initials initials={view.initials} addressOf={addressFrom} />
            )}
          </>
        )}
        <p
          className={found !== null && people.length > 0 ? 'text-sm text-ink-soft' : 'sr-only'}
          role="status"
        >
          {found !== null && t('participants.found', { count: found })}
        </p>
        {people.length > 0 && (
          <section className="card">
            <PeopleList people={people} next={view.self} className={CLASSES_PEOPLE} />
            <PageLinks start={view.start} more={view.more} />
          </section>
        )}
        {count === 0 ? (
          <EmptyState
            icon="users"
            title={t('participants.empty')}
            text={t('participants.invite')}
          />
        ) : (
          people.length === 0 && <NobodyFound view={view} />
        )}
        <CoOrganizers view={view.coOrganizers} made={made} />
        <BannedPeople people={view.keptOut} />
        {count > 0 && (
          <div className="justify-self-start">
            <DownloadLink to={organizerPaths.guestsCsv()} icon="file" className="quiet">
              {t('participants.csv')}
            </DownloadLink>
          </div>
        )}
      </div>
    </main>
  );
}

/** Leads to the people to invite by mail, or only to those who are not here yet. */
function InviteByMail({ notHere }: { notHere: number }) {
  const { t } = useTranslation('organizer');
  return (
    <Link
      className="button quiet slim mt-3"
      to={organizerPaths.guests({ not: notHere > 0 ? 'here' : undefined })}
    >
      <Icon name="mail" />
      {notHere > 0 ? t('guests.open_not_here', { count: notHere }) : t('guests.open')}
    </Link>
  );
}

/** The URL of the same list with another order or filter. */
function addressOf(
  { search, sort, withoutPhoto }: ParticipantsPage,
  change: { sort?: MemberSort; withoutPhoto?: boolean },
): string {
  const wanted = { sort, withoutPhoto, ...change };
  return organizerPaths.participants({
    q: search,
    sort: wanted.sort === 'joined' ? undefined : wanted.sort,
    without: wanted.withoutPhoto ? 'photo' : undefined,
  });
}

/** The URL of the list ordered by name, starting at an initial. */
const addressFrom = (initial: string) =>
  organizerPaths.participants({ sort: 'name', after: writeMemberPlace({ id: 0, by: initial }) });

function Arrange({ view }: { view: ParticipantsPage }) {
  const { t } = useTranslation('organizer');
  const { sort, withoutPhoto, withoutPhotoCount } = view;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <nav
        className="segments flex-[1_1_100%] laptop:flex-none"
        aria-label={t('participants.sort')}
      >
        {MEMBER_SORTS.map((one) => (
          <Link
            key={one}
            to={addressOf(view, { sort: one })}
            aria-current={one === sort ? 'page' : undefined}
          >
            {t(`participants.by_${one}`)}
          </Link>
        ))}
      </nav>
      {(withoutPhotoCount > 0 || withoutPhoto) && (
        <Link
          className={withoutPhoto ? 'button slim' : 'button quiet slim'}
          to={addressOf(view, { withoutPhoto: !withoutPhoto })}
        >
          <Icon name={withoutPhoto ? 'close' : 'camera'} />
          {t('participants.without_photo', { count: withoutPhotoCount })}
        </Link>
      )}
      {view.recentCount > 0 && (
        <DialogLink className="button quiet slim" to={organizerPaths.clearUp()}>
          <Icon name="trash" />
          {t('clear_up.open', { count: view.recentCount })}
        </DialogLink>
      )}
    </div>
  );
}

/** The notice that people are about to be removed, with a button to undo it. */
function Going({ count }: { count: number }) {
  const { t } = useTranslation('organizer');
  const isPending = useNavigation().formData?.get('intent') === 'undo';
  if (count === 0) return null;
  return (
    <Note role="status" icon="clock" title={t('clear_up.planned', { count })}>
      {t('clear_up.planned_text')}
      <Form method="post" action={organizerPaths.participants()}>
        <SubmitButton
          className="quiet slim mt-2"
          name="intent"
          value="undo"
          pending={isPending}
          label={t('clear_up.undo')}
        />
      </Form>
    </Note>
  );
}

function Search({ view: { search, sort, withoutPhoto } }: { view: ParticipantsPage }) {
  const { t } = useTranslation('organizer');
  return (
    <Form
      className="field laptop:max-w-lg"
      method="get"
      action={organizerPaths.participants()}
      role="search"
    >
      <label htmlFor="q">{t('participants.search')}</label>
      {sort !== 'joined' && <input type="hidden" name="sort" value={sort} />}
      {withoutPhoto && <input type="hidden" name="without" value="photo" />}
      <div className="flex items-center gap-3">
        <SearchField search={search} />
        <button className="button">{t('participants.find')}</button>
      </div>
    </Form>
  );
}

function NobodyFound({ view: { search } }: { view: ParticipantsPage }) {
  const { t } = useTranslation('organizer');
  return (
    <EmptyState
      icon={search ? 'users' : 'photos'}
      title={t(search ? 'participants.nobody' : 'participants.all_have')}
      text={search ? t('participants.nobody_text', { search }) : t('participants.all_have_text')}
      action={
        <Link className="button" to={organizerPaths.participants()}>
          {t('participants.all')}
        </Link>
      }
    />
  );
}
