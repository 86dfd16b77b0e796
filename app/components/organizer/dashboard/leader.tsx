import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '~/components/ui/icon';

/** The first three of the ranking, side by side, even if the text is large. */
export function Leaders({ children }: { children: ReactNode }) {
  return <ol className="mt-3 grid grid-cols-3! gap-2 text-center">{children}</ol>;
}

/** One of the first three: the photo, the place and the person, the stars. */
export function Leader({
  place,
  name,
  starCount,
  children,
}: {
  place: number;
  name: string;
  starCount: number;
  /** The photo. */
  children: ReactNode;
}) {
  return (
    <li>
      {children}
      <p className="text-sm wrap-anywhere">
        <b className="font-display text-lg/[1.4] font-normal">{place}</b> <bdi>{name}</bdi>
      </p>
      <Stars count={starCount} />
    </li>
  );
}

/** A star and how many a photo has. */
export function Stars({ count }: { count: number }) {
  const { t } = useTranslation('organizer');
  return (
    <p className="inline-flex items-center gap-1 text-sm font-bold tabular-nums">
      <Icon name="star" className="size-4 fill-gold" />
      {count} <span className="sr-only">{t('head.stars', { count })}</span>
    </p>
  );
}
