import { Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { FAVORITES_MAX } from '~/models/photo/star';
import { freeSlots, photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import { untilLoaded } from '~/browser/reach';
import { firstName } from '~/models/user/rules';
import { paths } from '~/paths';
import { DashboardTabs } from '~/components/shell/dashboard-tabs';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { EmptySlot } from './empty-slot';
import type { ProfileView } from '~/components/event/event-views';
import { FilledSlot } from './filled-slot';
import { SLOT_SIZES } from '~/components/event/print/photo-sizes';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { placeholderStyle } from '~/components/event/print/print';
import { ProfileCover } from './profile-cover';
import { LogOut } from '~/components/shell/log-out';
import { ShareButton } from '~/components/shell/share-button';
import { VACANT_CLASS } from './slot-faces';
import { StarButton } from '~/components/event/stars/star-button';
import { StrandedUploads, WaitingUploads } from './stranded-uploads';
import { Icon } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { useStars } from '~/components/event/stars/use-stars';
import { VisitorSlot } from './visitor-slot';

// Asked only once.
const NamingQuestion = lazy(() =>
  untilLoaded(async () => ({
    default: (await import('~/components/event/keepsakes/naming-question')).NamingQuestion,
  })),
);

// Most events have no missions.
const HandOfCards = lazy(() =>
  untilLoaded(async () => ({
    default: (await import('~/components/event/missions/hand')).HandOfCards,
  })),
);

/** The profile tab: the user's photos in their slots, the favorites, and the log-out button. */
export function ProfileScreen({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('event');
  return (
    <main id="content">
      {profile.role === 'organizer' && (
        <div className="page pb-4 laptop:pb-0">
          {/* Only organizers load its texts. */}
          <Suspense>
            <DashboardTabs part="photos" />
          </Suspense>
        </div>
      )}
      <ProfileCover profile={profile} />
      <div className="page">
        <h1 className="sr-only max-laptop:hidden">{t('title.profile')}</h1>
        {profile.role === 'visitor' && <JoinCard />}
        <div className="grid gap-8 laptop:grid-cols-2 laptop:gap-10">
          <MyPhotos profile={profile} />
          {profile.role !== 'visitor' && <MyFavorites profile={profile} />}
        </div>
        {profile.hand && (
          <Suspense>
            <HandOfCards hand={profile.hand} />
          </Suspense>
        )}
        <div className="mt-8 grid gap-4">
          <Note icon="shield">{profile.hosting}</Note>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {/* The shared link no longer opens the event. */}
            {!profile.isReadOnly && (
              <ShareButton url={profile.shareUrl} label={t('profile.share')} />
            )}
            <LogOut className="laptop:hidden" />
          </div>
        </div>
      </div>
    </main>
  );
}

function JoinCard() {
  const { t } = useTranslation('event');
  return (
    <section className="card mb-8 grid gap-4">
      <h2 className="m-0">{t('profile.join_title')}</h2>
      <p className="text-ink-soft">{t('profile.join_text')}</p>
      <DialogLink className="button big w-full" to={paths.login({ next: paths.home('profile') })}>
        <Icon name="user" />
        {t('profile.login')}
      </DialogLink>
    </section>
  );
}

function MyPhotos({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('event');
  const { maxPhotos, photos, userId, slotError } = profile;
  const back = paths.ownPhotos(profile.role);
  // A lowered limit deletes nothing: photos in higher slots stay (rule `photos.lowered-limit`).
  const positions = Array.from({ length: maxPhotos }, (_, index) => index + 1).concat(
    photos.map((photo) => photo.position).filter((position) => position > maxPhotos),
  );
  const uploads = userId !== null && (
    <>
      <WaitingUploads userId={userId} />
      <StrandedUploads userId={userId} free={freeSlots(photos, maxPhotos)} />
    </>
  );
  // Once the event has ended, a guest without photos has no slots.
  if (positions.length === 0) return uploads;
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2>{t('profile.my_photos')}</h2>
        <span className="text-sm text-ink-soft tabular-nums">
          {t('profile.photos_used', {
            used: photos.length,
            max: maxPhotos || photos.length,
          })}
        </span>
      </div>
      {uploads}
      {profile.bulbs && <p className="text-sm text-ink-soft">{profile.bulbs}</p>}
      {profile.naming && (
        <Suspense>
          <NamingQuestion naming={profile.naming} next={back} />
        </Suspense>
      )}
      <ul className={userId === null ? 'slots' : 'slots strung'}>
        {positions.map((position) => {
          if (userId === null) return <VisitorSlot key={position} position={position} />;
          const slot = { userId, position };
          const photo = photos.find((own) => own.position === position);
          if (photo) {
            return (
              <FilledSlot
                key={position}
                slot={slot}
                photo={photo}
                back={photo.canDelete ? back : null}
              />
            );
          }
          const error = slotError?.position === position ? slotError.code : null;
          return <EmptySlot key={position} slot={slot} error={error} />;
        })}
      </ul>
    </section>
  );
}

function MyFavorites({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('event');
  const { favorites, voting } = profile;
  const altOf = usePhotoAlt();
  const { starred, send, answers } = useStars(voting.starredIds);
  const given = Math.min(starred.size, FAVORITES_MAX);
  // While nobody can give stars, no empty place leads to a photo to star.
  const free = voting.isEnabled ? Math.max(0, FAVORITES_MAX - favorites.length) : 0;
  return (
    <section id="favorites">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2>{t('profile.my_favorites')}</h2>
        <span className="stars tabular-nums">
          <Icon name="star" />
          {given}/{FAVORITES_MAX}
          <span className="sr-only">{t('profile.stars_used')}</span>
        </span>
      </div>
      {answers}
      <ul className="slots">
        {favorites.map((photo) => (
          <li className="print min-w-0" key={photo.id} id={`favorite-${photo.id}`}>
            <DialogLink
              className="shot aspect-3/4"
              to={paths.photo(photo.id, { from: 'favorites' })}
            >
              <img
                src={thumbnailUrl(photo.imageUrl, 320)}
                srcSet={photoSrcSet(photo)}
                sizes={SLOT_SIZES}
                alt={altOf(photo)}
                decoding="async"
                style={placeholderStyle(photo.placeholder)}
              />
            </DialogLink>
            <div className="flex min-h-touch items-center justify-between pl-1.5">
              <bdi className="min-w-0 truncate text-xs text-ink-soft">
                {firstName(photo.userName)}
              </bdi>
              <StarButton
                photo={photo}
                isOn={starred.has(photo.id)}
                onSend={send}
                voting={voting}
                next={paths.ownPhotos(profile.role)}
                label={t('star.label', { name: photo.userName })}
              />
            </div>
          </li>
        ))}
        {Array.from({ length: free }, (_, index) => (
          <li className="min-w-0" key={index}>
            <ChooseLink />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ChooseLink() {
  const { t } = useTranslation('event');
  return (
    <Link className={`h-full ${VACANT_CLASS}`} to={paths.feed()}>
      <Icon name="star" />
      <span>{t('profile.choose')}</span>
    </Link>
  );
}
