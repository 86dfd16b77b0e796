import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { CaptionField } from '~/components/event/print/caption-field';
import { Icon } from '~/components/ui/icon';
import type { Chosen, ChosenList } from './chosen-photos';

/** Width by height of a photo whose size is not known yet. */
const FIRST_RATIO = 3 / 4;
/** How many prints are drawn behind the one in front. */
const BEHIND = 2;

/**
 * The chosen photos as a stack of prints. The one in front takes its caption on its border, and can be removed
 * or moved forward.
 * @param props.form the id of the form that Enter in the caption sends
 * @param props.slots the numbers of the photos' slots
 */
export function PhotoStack({
  chosen,
  current,
  slots,
  form,
  onShow,
}: {
  chosen: ChosenList;
  /** The photo in front, by its place. */
  current: number;
  slots: readonly number[];
  form: string;
  onShow: (place: number) => void;
}) {
  const { t } = useTranslation('event');
  const remove = useRef<HTMLButtonElement>(null);
  const photo = chosen.photos[current];
  if (!photo) return null;
  const position = slots[current] ?? current + 1;
  const behind = chosen.photos.filter((other) => other !== photo).slice(0, BEHIND);
  return (
    <div className="stack relative grid place-items-center">
      {behind.map((other) => (
        <Shot key={other.id} photo={other} isBehind />
      ))}
      <Shot photo={photo}>
        <div className="absolute top-1 right-1 flex gap-1">
          {current > 0 && (
            <button
              className="icon-button bg-night-deep/75 text-on-night"
              type="button"
              aria-label={t('add.forward', { position })}
              onClick={() => {
                flushSync(() => {
                  chosen.advance(photo.id);
                  onShow(current - 1);
                });
                // The first photo has no such button.
                if (current === 1) remove.current?.focus();
              }}
            >
              <Icon name="arrow-up" />
            </button>
          )}
          <button
            ref={remove}
            className="icon-button bg-night-deep/75 text-on-night"
            type="button"
            aria-label={t('add.remove', { position })}
            onClick={() => {
              flushSync(() => chosen.remove(photo.id));
              // Removing the last photo removes this button.
              chosen.input.current?.focus({ preventScroll: true });
              remove.current?.focus();
            }}
          >
            <Icon name="trash" />
          </button>
        </div>
        <CaptionField
          key={photo.id}
          name={null}
          form={form}
          label={
            chosen.photos.length > 1 ? t('caption.label_of', { position }) : t('caption.label')
          }
          defaultValue={photo.caption}
          onChange={(text) => chosen.describe(photo.id, text)}
        />
      </Shot>
    </div>
  );
}

/** One print of the stack. A format that this browser cannot display stays blank. */
function Shot({
  photo: { url, name },
  isBehind = false,
  children,
}: {
  photo: Chosen;
  isBehind?: boolean;
  children?: ReactNode;
}) {
  const [ratio, setRatio] = useState(FIRST_RATIO);
  return (
    <figure
      className={isBehind ? 'print keep behind' : 'print keep'}
      style={{ '--r': ratio } as CSSProperties}
      aria-hidden={isBehind || undefined}
    >
      <span className="shot">
        <img
          src={url}
          alt={isBehind ? '' : name}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setRatio(naturalWidth / naturalHeight)
          }
          onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
        />
      </span>
      {children}
    </figure>
  );
}

/**
 * The thumbnails of several chosen photos, each of which brings its photo to the front, and how many more fit.
 * @param props.heading replaces them if there is one photo
 */
export function Thumbs({
  chosen,
  current,
  slots,
  onShow,
  heading,
  children,
}: {
  chosen: ChosenList;
  current: number;
  slots: readonly number[];
  onShow: (place: number) => void;
  heading: ReactNode;
  /** The tile for choosing more. */
  children: ReactNode;
}) {
  const { t } = useTranslation('event');
  const { photos, left } = chosen;
  const text =
    left < 0
      ? t('add.over', { count: -left, free: photos.length + left })
      : left > 0 && t('add.room', { count: left });
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      {photos.length > 1 ? (
        <ol className="flex flex-wrap gap-2.5">
          {photos.map(({ id, url, name }, place) => (
            <li key={id}>
              <button
                className="print w-14 border-0 p-[3px] aria-[current=true]:outline-3 aria-[current=true]:outline-offset-1 aria-[current=true]:outline-primary"
                type="button"
                aria-current={place === current}
                aria-label={t('add.thumb', { position: slots[place] ?? place + 1 })}
                onClick={() => onShow(place)}
              >
                <span className="shot aspect-square">
                  <img
                    src={url}
                    alt={name}
                    onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
                  />
                </span>
              </button>
            </li>
          ))}
        </ol>
      ) : (
        heading
      )}
      <p
        className={
          left < 0
            ? 'min-w-24 flex-1 font-semibold'
            : 'min-w-24 flex-1 text-right text-sm text-ink-soft'
        }
        role="status"
      >
        {text}
      </p>
      {left > 0 && children}
    </div>
  );
}
