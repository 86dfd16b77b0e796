import sprite from './icons.svg?url';

/** The symbols in icons.svg, 24 × 24, drawn with strokes. */
export const ICON_NAMES = [
  'alert',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'bell',
  'bulbs',
  'calendar',
  'camera',
  'check',
  'chevron-down',
  'chevron-left',
  'chevron-right',
  'clock',
  'close',
  'database',
  'door',
  'download',
  'eye-off',
  'file',
  'flag',
  'gear',
  'globe',
  'grid',
  'home',
  'info',
  'key',
  'lock',
  'mail',
  'mission',
  'more',
  'next',
  'pause',
  'pencil',
  'photos',
  'play',
  'plus',
  'podium',
  'qr',
  'refresh',
  'screen',
  'server',
  'share',
  'shield',
  'star',
  'tag',
  'trash',
  'user',
  'users',
  'wifi-off',
] as const;

export type IconName = (typeof ICON_NAMES)[number];

/**
 * One of the product's icons, hidden from assistive technology, because there is always a text or label.
 * `fill` also paints its inside.
 */
export function Icon({
  name,
  fill = false,
  className,
}: {
  name: IconName;
  fill?: boolean;
  className?: string;
}) {
  const classes = ['icon', fill && 'filled', className].filter(Boolean).join(' ');
  return (
    <svg className={classes} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
