import { thumbnailUrl } from '~/models/photo/rules';
import { initials } from '~/models/user/rules';

/** The size in CSS pixels. */
const SIDE = { small: 26, medium: 32, large: 84 } as const;

const CLASSES = {
  small: 'avatar size-6.5 text-[0.6875rem]',
  medium: 'avatar',
  large: 'avatar size-21 text-2xl/none',
};

/**
 * A person: the selfie, else initials. The name is next to it, so both are decoration unless `alt` is given.
 */
export function Avatar({
  name,
  selfieUrl,
  size = 'medium',
  alt = '',
  isLazy = false,
}: {
  name: string;
  selfieUrl: string | null;
  size?: keyof typeof SIDE;
  alt?: string;
  /** For long lists: loads the picture when it comes near. */
  isLazy?: boolean;
}) {
  const className = CLASSES[size];
  if (!selfieUrl) {
    return (
      <span className={className} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  const side = SIDE[size];
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
