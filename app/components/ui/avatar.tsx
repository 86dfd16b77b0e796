import { thumbnailUrl } from '~/models/photo';
import { initials } from '~/models/user';

/** CSS pixels on a side, as in print.css. */
const SIDE = { s: 26, m: 32, l: 84 } as const;

/**
 * A person: the selfie, else initials. The name stands beside it, so both are decoration unless
 * `alt` says otherwise.
 */
export function Avatar({
  name,
  selfieUrl,
  size,
  alt = '',
  isLazy = false,
}: {
  name: string;
  selfieUrl: string | null;
  size?: 's' | 'l';
  alt?: string;
  /** In a long list: loaded when it comes near. */
  isLazy?: boolean;
}) {
  const className = size ? `avatar ${size}` : 'avatar';
  if (!selfieUrl) {
    return (
      <span className={className} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  const side = SIDE[size ?? 'm'];
  return (
    <img
      className={className}
      src={thumbnailUrl(selfieUrl, 320)}
      alt={alt}
      width={side}
      height={side}
      loading={isLazy ? 'lazy' : undefined}
      decoding="async"
    />
  );
}
