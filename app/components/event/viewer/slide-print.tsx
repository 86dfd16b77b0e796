import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { photoSrcSet } from '~/models/photo/rules';
import type { Slide } from '~/components/event/event-views';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { Caption, placeholderStyle } from '~/components/event/print/print';
import { Avatar } from '~/components/ui/avatar';

/** Where a print is: on the screen, or beside it. */
export type Side = 'previous' | 'next';

/** As tall as the screen on a laptop; on a phone the user may zoom in. */
const sizesOf = (ratio: number) => `(min-width: 60rem) calc(100vh * ${ratio.toFixed(4)}), 96vw`;

/**
 * A photo as a print: caption, name, time and star are on its border. The neighbors beside the current photo can be
 * neither pressed nor read out.
 * @param star the star's button, or the words that replace it; nothing on the user's own print
 */
export function SlidePrint({
  slide,
  side,
  star,
}: {
  slide: Slide;
  side: Side | 'shown';
  star: ReactNode;
}) {
  const { t } = useTranslation('event');
  const altOf = usePhotoAlt();
  const ratio = slide.width / slide.height;
  const isShown = side === 'shown';
  return (
    <div
      className="print keep daylight"
      data-side={side}
      style={{ '--r': ratio.toFixed(4) } as CSSProperties}
      aria-hidden={!isShown || undefined}
      // React 18 does not know this attribute, and passes it on as a string.
      {...(isShown ? {} : { inert: '' })}
    >
      <img
        src={slide.imageUrl}
        srcSet={photoSrcSet(slide, 1080)}
        sizes={sizesOf(ratio)}
        width={slide.width}
        height={slide.height}
        alt={isShown ? altOf(slide) : ''}
        draggable={false}
        // React 18 only passes on the lower-case form of this attribute.
        {...(isShown ? {} : { fetchpriority: 'low' })}
        style={{
          ...placeholderStyle(slide.placeholder),
          backgroundSize: 'contain',
          backgroundRepeat: 'no-repeat',
        }}
      />
      <div className="words">
        <Avatar name={slide.userName} selfieUrl={slide.userSelfie} />
        <div className="min-w-0 flex-[1_1_5.5em] wrap-anywhere hyphens-auto">
          {slide.mission && (
            <a className="mission" href={slide.mission.to}>
              {slide.mission.text}
            </a>
          )}
          <Caption text={slide.caption} />
          <p className="by">
            <bdi>{slide.isOwn ? t('star.own') : slide.userName}</bdi>
          </p>
          {/* Its line keeps its space until the time is known. */}
          <p className="min-h-[1.4em] text-xs text-ink-soft">{slide.added}</p>
        </div>
        {star}
      </div>
    </div>
  );
}
