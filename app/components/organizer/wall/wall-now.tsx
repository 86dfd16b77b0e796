import { useTranslation } from 'react-i18next';
import { thumbnailUrl } from '~/models/photo/rules';
import type { WallProgramme } from '~/models/wall/rules';
import { organizerPaths } from '~/organizer-paths';
import { Icon, type IconName } from '~/components/ui/icon';
import { Lights } from '~/components/ui/lights';
import { PostForm } from '~/components/ui/post-form';
import type { RemoteView } from './wall-views';

/** The programmes that the picture shows as a symbol. */
const SYMBOLS: Partial<Record<WallProgramme | 'reveal', IconName>> = {
  podium: 'podium',
  reveal: 'star',
  tables: 'bulbs',
  countdown: 'clock',
};

/** How many photos the picture shows. */
const SIDE_BY_SIDE = 2;

/** A picture of the wall now, and the buttons below it. */
export function WallNow({ view }: { view: RemoteView }) {
  const { t } = useTranslation('remote');
  const { isPaused } = view;
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <Picture view={view} />
      <div className="grid grid-cols-2 gap-2.5">
        <PostForm action={organizerPaths.wall()}>
          <input type="hidden" name="paused" value={String(!isPaused)} />
          <button className="button quiet w-full">
            <Icon name={isPaused ? 'play' : 'pause'} />
            {t(isPaused ? 'resume' : 'pause')}
          </button>
        </PostForm>
        <PostForm action={organizerPaths.wall()}>
          <input type="hidden" name="advance" value="true" />
          <button className="button w-full">
            <Icon name="next" />
            {t('next')}
          </button>
        </PostForm>
      </div>
    </section>
  );
}

function Picture({ view }: { view: RemoteView }) {
  const { t, i18n } = useTranslation('remote');
  const { eventName, qrUrl } = view;
  const programme = view.reveal === 'on' ? 'reveal' : view.programme;
  const isPhotos = programme === 'photos' || programme === 'missions';
  const photos = isPhotos ? view.shown.slice(0, SIDE_BY_SIDE) : [];
  const names = [...new Set(photos.map(({ owner }) => owner.firstName))];
  const label = !isPhotos
    ? t(`now.${programme}`)
    : photos.length === 0
      ? t('now.empty')
      : t('now.photos', { names: new Intl.ListFormat(i18n.language).format(names) });
  const symbol = SYMBOLS[programme];
  return (
    <div
      className={`on-night relative flex aspect-video flex-col overflow-hidden rounded-control ${
        programme === 'dark' ? 'bg-[#000000]' : 'bg-linear-to-b/srgb from-night-deep to-night-lift'
      } text-on-night ring-3 ring-night-deep`}
      role="img"
      aria-label={label}
    >
      {programme !== 'dark' && <Lights />}
      {photos.length > 0 && (
        <div className="absolute inset-x-20 top-7 bottom-4 flex justify-center gap-2">
          {photos.map(({ id, imageUrl, owner }) => (
            <span className="print keep flex min-w-0 flex-1 flex-col" key={id}>
              <img
                className="min-h-0 flex-1 object-contain"
                src={thumbnailUrl(imageUrl, 320)}
                alt=""
                decoding="async"
              />
              <span className="truncate px-1 text-xs font-bold text-night">{owner.firstName}</span>
            </span>
          ))}
        </div>
      )}
      {symbol && <Icon className="m-auto size-16" name={symbol} />}
      {programme === 'join' && <img className="m-auto h-3/5 rounded-sm" src={qrUrl} alt="" />}
      {programme !== 'dark' && (
        <span className="absolute bottom-2.5 left-2.5 line-clamp-3 w-16 font-display text-xs/tight wrap-anywhere">
          <bdi>{eventName}</bdi>
        </span>
      )}
      {programme !== 'dark' && programme !== 'join' && programme !== 'reveal' && (
        <img className="absolute right-2 bottom-2.5 size-11 rounded-sm" src={qrUrl} alt="" />
      )}
    </div>
  );
}
