import type { FetcherWithComponents } from '@remix-run/react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { Icon } from '~/components/ui/icon';
import { photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import { paths } from '~/paths';
import type { DuelPhoto } from './duel-views';

/** The largest width of a print's photo, for the choice of its file. */
const SIZES = '(min-width: 60rem) 17rem, 60vw';

/**
 * A print of the duel, in its own proportions. The whole print is the button.
 * @param props.Form the form that sends a tap; null if the reader cannot tap
 */
export function DuelPrint({
  photo,
  duelId,
  Form,
  light,
}: {
  photo: DuelPhoto;
  duelId: number;
  Form: FetcherWithComponents<unknown>['Form'] | null;
  light: 'on' | 'off' | null;
}) {
  const { t } = useTranslation('duel');
  const altOf = usePhotoAlt();
  const { id, imageUrl, width, height, caption, userName: name, taps } = photo;
  const style = { '--r': (width / height).toFixed(4) } as CSSProperties;
  const content = (
    <>
      <span className="shot">
        <img
          src={thumbnailUrl(imageUrl, 720)}
          srcSet={photoSrcSet(photo)}
          sizes={SIZES}
          width={width}
          height={height}
          alt={Form ? '' : altOf(photo)}
          decoding="async"
        />
      </span>
      <span className="flex min-w-0 flex-1 flex-col justify-between gap-2 py-1 pr-1 pl-3.5">
        <span className="min-w-0">
          {caption !== null && (
            <span className="words block font-medium wrap-anywhere">
              <bdi>{caption}</bdi>
            </span>
          )}
          <span className="block text-sm font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </span>
          {taps !== null && <span className="block text-sm tabular-nums">{taps}</span>}
        </span>
        {(Form || photo.hasWon) && <Icon name="star" className="star ml-auto" />}
      </span>
    </>
  );
  if (!Form) {
    return (
      <div className="print keep" data-light={light} style={style}>
        {content}
      </div>
    );
  }
  return (
    <Form method="post" action={paths.duel()} preventScrollReset>
      <input type="hidden" name="duel" value={duelId} />
      <input type="hidden" name="photoId" value={id} />
      <button
        className="print keep"
        data-light={light}
        style={style}
        aria-pressed={light === 'on'}
        aria-label={caption === null ? t('pick', { name }) : t('pick_caption', { name, caption })}
      >
        {content}
      </button>
    </Form>
  );
}
