import confetti from '~/components/shell/pictures/confetti.webp';
import confettiSmall from '~/components/shell/pictures/confetti-small.webp';
import coupes from '~/components/shell/pictures/coupes.webp';
import coupesSmall from '~/components/shell/pictures/coupes-small.webp';
import lanterns from '~/components/shell/pictures/lanterns.webp';
import lanternsSmall from '~/components/shell/pictures/lanterns-small.webp';

const PICTURES = [
  { small: coupesSmall, large: coupes },
  { small: lanternsSmall, large: lanterns },
  { small: confettiSmall, large: confetti },
];
/** The width from which the sky is twice as large (components/auth/hero.css). */
const WIDE = '(min-width: 60rem)';

/**
 * Three prints under the lights: the decoration of the join screens, and part of every first visit. On a
 * phone, files of twice their layout size are sharp enough.
 */
export function MiniPrints({
  className = 'pt-3 pb-6',
  printClassName = 'w-21 p-1 nth-2:w-24 nth-2:-translate-y-1 nth-1:-rotate-5 nth-3:rotate-4',
}: {
  className?: string;
  printClassName?: string;
}) {
  return (
    <div className={`flex items-end justify-center gap-1 ${className}`} aria-hidden="true">
      {PICTURES.map(({ small, large }) => (
        <div key={small} className={`print keep ${printClassName}`}>
          <span className="shot aspect-3/4">
            <picture>
              <source media={WIDE} srcSet={large} width={480} height={640} />
              <img src={small} alt="" width={192} height={256} />
            </picture>
          </span>
        </div>
      ))}
    </div>
  );
}
