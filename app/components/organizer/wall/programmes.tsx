import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { WALL_PROGRAMMES, type WallProgramme } from '~/models/wall/rules';
import { organizerPaths } from '~/organizer-paths';
import { Icon, type IconName } from '~/components/ui/icon';
import { PostForm } from '~/components/ui/post-form';
import type { RemoteView } from './wall-views';

const ICONS: Record<WallProgramme, IconName> = {
  photos: 'photos',
  podium: 'podium',
  join: 'qr',
  countdown: 'clock',
  dark: 'eye-off',
};

/** What the wall can show, as one button each. A disabled one says why below. */
export function Programmes({ view }: { view: RemoteView }) {
  const { t } = useTranslation('remote');
  const id = useId();
  const locks: Partial<Record<WallProgramme, string>> = {
    ...(view.isPodiumHidden && { podium: t('programmes.podium_locked') }),
    ...(!view.hasClosing && { countdown: t('programmes.countdown_locked') }),
  };
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
          const isOn = programme === view.programme;
          const isLocked = locks[programme] !== undefined;
          return (
            <button
              key={programme}
              className={`button min-h-20 flex-col gap-1.5 px-1 text-xs hyphens-auto wrap-anywhere ${isOn ? '' : 'quiet'}`}
              name="programme"
              value={programme}
              aria-pressed={isOn}
              aria-describedby={isLocked ? `${id}-${programme}` : undefined}
              disabled={isLocked}
            >
              <Icon name={isLocked ? 'lock' : ICONS[programme]} />
              {t(`programmes.${programme}`)}
            </button>
          );
        })}
      </PostForm>
      {Object.entries(locks).map(([programme, why]) => (
        <p className="text-sm text-ink-soft" id={`${id}-${programme}`} key={programme}>
          {why}
        </p>
      ))}
    </section>
  );
}
