import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { WALL_PROGRAMMES, type WallProgramme } from '~/models/wall/rules';
import { organizerPaths } from '~/organizer-paths';
import { DialogLink } from '~/components/dialogs/dialog-link';
import { Icon, type IconName } from '~/components/ui/icon';
import { Note } from '~/components/ui/note';
import { PostForm } from '~/components/ui/post-form';
import type { RemoteView } from './wall-views';

const ICONS: Record<WallProgramme, IconName> = {
  photos: 'photos',
  podium: 'podium',
  join: 'qr',
  tables: 'bulbs',
  missions: 'mission',
  countdown: 'clock',
  dark: 'eye-off',
};

/** What the wall can show, as one button each. A disabled one says why below. */
export function Programmes({ view }: { view: RemoteView }) {
  const { t } = useTranslation('remote');
  const id = useId();
  const isRevealing = view.reveal === 'on';
  const locks: Partial<Record<WallProgramme | 'reveal', string>> = {
    ...(view.isPodiumHidden && { podium: t('programmes.podium_locked') }),
    ...(!view.hasClosing && { countdown: t('programmes.countdown_locked') }),
    ...(view.reveal === 'locked' && { reveal: t('programmes.reveal_locked') }),
  };
  const describedBy = (programme: WallProgramme | 'reveal') =>
    locks[programme] === undefined ? undefined : `${id}-${programme}`;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby={id}>
      <h2 className="m-0 text-h3" id={id}>
        {t('programmes.title')}
      </h2>
      <PostForm
        className="grid grid-cols-[repeat(auto-fill,minmax(5.75rem,1fr))] gap-2.5"
        action={organizerPaths.wall()}
      >
        {WALL_PROGRAMMES.map((programme) => {
          if (programme === 'tables' && !view.hasTables) return null;
          if (programme === 'missions' && !view.hasMissions) return null;
          const isOn = programme === view.programme && !isRevealing;
          const isLocked = locks[programme] !== undefined;
          return (
            <button
              key={programme}
              className={tile(isOn)}
              name="programme"
              value={programme}
              aria-pressed={isOn}
              aria-describedby={describedBy(programme)}
              disabled={isLocked}
            >
              <Icon name={isLocked ? 'lock' : ICONS[programme]} />
              {t(`programmes.${programme}`)}
            </button>
          );
        })}
        <RevealTile state={view.reveal} describedBy={describedBy('reveal')} />
      </PostForm>
      {isRevealing && <Note icon="star">{t('programmes.reveal_on')}</Note>}
      {Object.entries(locks).map(([programme, why]) => (
        <p className="text-sm text-ink-soft" id={`${id}-${programme}`} key={programme}>
          {why}
        </p>
      ))}
    </section>
  );
}

const tile = (isOn: boolean) =>
  `button min-h-20 flex-col gap-1.5 px-1 text-xs hyphens-auto wrap-anywhere ${isOn ? '' : 'quiet'}`;

/** Opens the reveal's own dialog: the show never starts from a tile, which is pressed by mistake too easily. */
function RevealTile({
  state,
  describedBy,
}: {
  state: RemoteView['reveal'];
  describedBy: string | undefined;
}) {
  const { t } = useTranslation('remote');
  const label = t('programmes.reveal');
  if (state === 'locked') {
    return (
      <button type="button" className={tile(false)} aria-describedby={describedBy} disabled>
        <Icon name="lock" />
        {label}
      </button>
    );
  }
  return (
    <DialogLink
      className={tile(state === 'on')}
      to={organizerPaths.eventReveal()}
      aria-current={state === 'on' ? 'true' : undefined}
    >
      <Icon name="star" />
      {label}
    </DialogLink>
  );
}
