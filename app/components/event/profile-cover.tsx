import { useTranslation } from 'react-i18next';
import type { Role } from '~/models/user/rules';
import { startUpload } from '~/browser/uploads/upload-start';
import { paths } from '~/paths';
import { EventDescription } from './event-description';
import type { ProfileView } from './event-views';
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
  const { coverUrl, event } = profile;
  return (
    <section className="cover sky on-night">
      {coverUrl ? (
        <div className="picture">
          <img src={coverUrl} alt="" />
          <div className="shade" />
          <Who profile={profile} />
        </div>
      ) : (
        <>
          <Who profile={profile} />
          <Lights />
        </>
      )}
      <div className="about">
        <p className="font-display text-xl leading-tight tracking-display text-balance">
          <bdi>{event.name}</bdi>
        </p>
        <p className="text-sm text-on-night-soft">
          <Days days={event.dates} />
        </p>
        {event.description && <EventDescription className="mt-2" text={event.description} />}
      </div>
    </section>
  );
}

function Who({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation(['event', 'own']);
  const { userId } = profile;
  return (
    <div className="who">
      <div className="selfie">
        {userId === null ? (
          <>
            <span className="avatar large bg-night-lift text-on-night" aria-hidden="true">
              <Icon name="user" />
            </span>
            <DialogLink
              className="icon-button"
              to={paths.login({ next: paths.home('profile') })}
              aria-label={t('own:selfie.add')}
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
              alt={t('own:selfie.alt')}
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
      <div className="min-w-0 flex-1">
        <h2>{userId === null ? t('visitor_name') : <bdi>{profile.name}</bdi>}</h2>
        <p>
          <Pill tone="night">{t(ROLE_LABELS[profile.role])}</Pill>
        </p>
        {userId !== null && <UploadLine slot={{ userId, position: 'selfie' }} />}
      </div>
    </div>
  );
}

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
  const { t } = useTranslation(['event', 'own']);
  const hasSelfie = selfieUrl !== null;
  const changeLabel = hasSelfie ? t('own:selfie.change') : t('own:selfie.add');
  return (
    <Menu
      key={selfieUrl}
      className="absolute right-0 bottom-0"
      summary={
        <summary className="icon-button justify-center p-0" aria-label={changeLabel}>
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
                {t('own:selfie.remove')}
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
