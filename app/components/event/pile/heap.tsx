import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { flushSync } from 'react-dom';
import { usePhotoAlt } from '~/components/event/print/photo-alt';
import { Caption, placeholderStyle } from '~/components/event/print/print';
import { sizesOf } from '~/components/event/print/photo-sizes';
import { photoSrcSet, thumbnailUrl } from '~/models/photo/rules';
import { firstName } from '~/models/user/rules';
import type { Deck } from './deck';
import type { PileSlide } from './pile-views';

/** How long a photo takes to leave, as in pile.css. */
const LEAVE_MS = 220;
/** How many photos are visible, including the one on top. */
const VISIBLE = 3;

type Layer = 'top' | 'second' | 'third' | 'leaving';
const LAYERS: readonly Layer[] = ['top', 'second', 'third'];

/** The prints of a pile: the one to look at, two below it, and the one that is leaving. */
export function Heap({ deck, next, back }: { deck: Deck<PileSlide>; next(): void; back(): void }) {
  const heap = useRef<HTMLDivElement>(null);
  const { leaving, returning } = useMove(deck);
  useSwipe(heap, { next, back, canGoBack: deck.passed.length > 0 });
  const prints = deck.rest.slice(0, VISIBLE).map((photo, index) => ({
    photo,
    layer: LAYERS[index] ?? 'third',
  }));
  return (
    <div className="heap" ref={heap}>
      {prints.reverse().map(({ photo, layer }) => (
        <HeapPrint
          key={photo.id}
          photo={photo}
          layer={layer}
          isReturning={photo.id === returning?.id}
        />
      ))}
      {leaving && (
        <HeapPrint key={leaving.id} photo={leaving} layer="leaving" isReturning={false} />
      )}
    </div>
  );
}

/** The photo that was just laid aside, while it leaves, and the one that was just taken back. */
function useMove({ passed }: Deck<PileSlide>): {
  leaving: PileSlide | null;
  returning: PileSlide | null;
} {
  const [move, setMove] = useState<{
    passed: readonly PileSlide[];
    leaving: PileSlide | null;
    returning: PileSlide | null;
  }>({ passed, leaving: null, returning: null });
  let now = move;
  if (move.passed !== passed) {
    const isAside = passed.length > move.passed.length;
    const leaving = isAside ? (passed.at(-1) ?? null) : null;
    const returning = isAside ? null : (move.passed.at(-1) ?? null);
    now = { passed, leaving, returning };
    setMove(now);
  }
  const { leaving } = now;
  useEffect(() => {
    if (!leaving) return;
    const end = () => setMove((before) => ({ ...before, leaving: null }));
    const timer = setTimeout(end, LEAVE_MS);
    return () => clearTimeout(timer);
  }, [leaving]);
  return now;
}

function useSwipe(
  heap: React.RefObject<HTMLDivElement>,
  acts: { next(): void; back(): void; canGoBack: boolean },
): void {
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    let end: (() => void) | undefined;
    let isWanted = true;
    import('./follow-swipe').then(
      ({ followSwipe }) => {
        if (!isWanted || !heap.current) return;
        end = followSwipe(heap.current, {
          // Immediately, so that the photo does not jump back before it leaves.
          next: () => flushSync(() => latest.current.next()),
          back: () => flushSync(() => latest.current.back()),
          canGoBack: () => latest.current.canGoBack,
        });
      },
      // Without it the buttons still work.
      () => undefined,
    );
    return () => {
      isWanted = false;
      end?.();
    };
  }, [heap]);
}

const SIZES = sizesOf({ phone: '80vw', laptop: '40rem' });

/** A print of the pile. Screen readers read only the one on top. */
function HeapPrint({
  photo,
  layer,
  isReturning,
}: {
  photo: PileSlide;
  layer: Layer;
  isReturning: boolean;
}) {
  const altOf = usePhotoAlt();
  const isTop = layer === 'top';
  return (
    <figure
      className={isReturning ? 'print returning' : 'print'}
      data-layer={layer}
      style={{ '--r': (photo.width / photo.height).toFixed(4) } as CSSProperties}
      aria-hidden={!isTop || undefined}
    >
      <span className="shot">
        <img
          src={thumbnailUrl(photo.imageUrl, 720)}
          srcSet={photoSrcSet(photo)}
          sizes={SIZES}
          width={photo.width}
          height={photo.height}
          alt={isTop ? altOf(photo) : ''}
          draggable={false}
          // React 18 only passes on the lower-case form of this attribute.
          {...(isTop ? {} : { fetchpriority: 'low' })}
          style={placeholderStyle(photo.placeholder)}
        />
      </span>
      <figcaption>
        <Caption text={photo.caption} />
        <p className={photo.caption === null ? 'text-sm font-semibold' : 'text-xs text-ink-soft'}>
          <bdi>{firstName(photo.userName)}</bdi>
        </p>
      </figcaption>
    </figure>
  );
}
