import { useTranslation } from 'react-i18next';
import type { Role } from '~/models/user/rules';
import { startUpload } from '~/browser/uploads/upload-start';
import { paths } from '~/paths';
import { EventDescription } from '~/components/event/event-description';
import type { ProfileView } from '~/components/event/event-views';
import { UploadLine } from './upload-line';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Avatar } from '~/components/ui/avatar';
import { Days } from '~/components/ui/days';
import { Icon } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { Menu } from '~/components/ui/menu';
import { PostForm } from '~/components/ui/post-form';
import { Pill } from '~/components/ui/pill';
import { useHydrated } from '~/components/ui/use-hydrated';

/** The head of the profile: the user in front of the event's picture, if it has one, and the event. */
export function ProfileCover({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('event');
  const { coverUrl, event } = profile;
  return (
    <section
      className={`sky on-night @container/text laptop:mx-10 laptop:rounded-sheet ${
        profile.role === 'organizer' ? 'laptop:mt-5' : 'laptop:mt-8'
      }`}
    >
      {coverUrl ? (
        <div className="relative flex min-h-54 items-end overflow-hidden rounded-[inherit] laptop:min-h-68">
          <img
            className="absolute inset-0 size-full object-cover object-[50%_35%]"
            src={coverUrl}
            alt=""
          />
          <div className="absolute inset-0 bg-linear-to-b/srgb from-[#0a212966] via-[#0a212900] via-35% to-[#0a2129f2]" />
          <Who profile={profile} />
        </div>
      ) : (
        <>
          <Who profile={profile} />
          <Lights />
        </>
      )}
      <div className="px-gutter pt-3 pb-4 wrap-anywhere laptop:px-6 laptop:pt-4 laptop:pb-6">
        <p className="font-display text-xl leading-tight tracking-display text-balance">
          <bdi>{event.name}</bdi>
        </p>
        <p className="text-sm text-on-night-soft">
          <Days days={event.day} />
          {event.photosUntil && ` · ${t('photos_until', { day: event.photosUntil })}`}
        </p>
        {event.description && <EventDescription className="mt-2" text={event.description} />}
      </div>
    </section>
  );
}

function Who({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('event');
  const { userId } = profile;
  return (
    // Above the rest: the selfie's menu opens over it if there is no picture.
    <div className="relative z-1 flex w-full items-end gap-4 px-gutter py-4 laptop:p-6">
      <div className="selfie relative">
        {userId === null ? (
          <>
            <span className="avatar size-21 bg-night-lift text-on-night" aria-hidden="true">
              <Icon name="user" />
            </span>
            <DialogLink
              className={CAMERA_CLASS}
              to={paths.login({ next: paths.home('profile') })}
              aria-label={t('selfie.add')}
            >
              <Icon name="camera" />
            </DialogLink>
          </>
        ) : (
          <>
            <Avatar
              name={profile.name}
              selfieUrl={profile.selfieUrl}
              size="large"
              alt={t('selfie.alt')}
            />
            {!profile.isReadOnly && (
              <SelfieMenu
                userId={userId}
                selfieUrl={profile.selfieUrl}
                listClassName={profile.coverUrl ? 'top-auto bottom-22' : undefined}
              />
            )}
          </>
        )}
      </div>
      <div className="min-w-0 flex-1 large-text:basis-full">
        <h2 className="mb-1.5 text-[1.625rem]">
          {userId === null ? t('visitor_name') : <bdi>{profile.name}</bdi>}
        </h2>
        <p>
          <Pill tone="night">{t(ROLE_LABELS[profile.role])}</Pill>
        </p>
        {userId !== null && <UploadLine slot={{ userId, position: 'selfie' }} />}
      </div>
    </div>
  );
}

const CAMERA_CLASS =
  'icon-button absolute -right-3 -bottom-2 size-11 border-4 border-[#0f2f3a] bg-gold text-on-gold';

const ROLE_LABELS = {
  organizer: 'role.organizer',
  participant: 'role.participant',
  visitor: 'role.visitor',
} as const satisfies Record<Role, string>;

/**
 * A new selfie renders a new, closed menu.
 * @param listClassName for a menu that does not open downwards
 */
function SelfieMenu({
  userId,
  selfieUrl,
  listClassName = '',
}: {
  userId: number;
  selfieUrl: string | null;
  listClassName?: string;
}) {
  const { t } = useTranslation('event');
  const hasSelfie = selfieUrl !== null;
  const changeLabel = hasSelfie ? t('selfie.change') : t('selfie.add');
  return (
    <Menu
      key={selfieUrl}
      className="absolute right-0 bottom-0"
      summary={
        <summary className={`justify-center p-0 ${CAMERA_CLASS}`} aria-label={changeLabel}>
          <Icon name="camera" />
        </summary>
      }
    >
      <ul className={`right-auto -left-21 ${listClassName}`}>
        <li>
          <ChangeSelfie label={changeLabel} userId={userId} />
        </li>
        {hasSelfie && (
          <li>
            <PostForm action={paths.selfie()}>
              <button
                className="w-full cursor-pointer border-0 bg-transparent"
                name="intent"
                value="remove"
              >
                {t('selfie.remove')}
                <Icon name="trash" />
              </button>
            </PostForm>
          </li>
        )}
      </ul>
    </Menu>
  );
}

/** With scripts, choosing a file sends it; without them, this links to a page with a form. */
function ChangeSelfie({ label, userId }: { label: string; userId: number }) {
  if (!useHydrated()) return <a href={paths.selfie()}>{label}</a>;
  return (
    <label className="flex min-h-touch cursor-pointer items-center justify-between rounded-lg px-3">
      {label}
      <Icon name="camera" />
      <input
        className="sr-only"
        type="file"
        accept="image/*"
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) startUpload({ userId, position: 'selfie' }, file);
          currentTarget.value = '';
          currentTarget.closest('details')?.removeAttribute('open');
        }}
      />
    </label>
  );
}
