import { useTranslation } from 'react-i18next';
import { FAVORITES_MAX } from '~/models/photo/star';
import type { Voting } from '~/components/event/event-views';
import { Icon } from '~/components/ui/icon';
import { useStarred } from '~/components/event/stars/use-stars';

const WIDTH = 360;
/** Two bulbs hang before each star, and two after the last one. */
const STEPS = 3 * (FAVORITES_MAX + 1);
const PLACES = Array.from({ length: STEPS - 1 }, (_, index) => index + 1);
const xOf = (place: number) => (place * WIDTH) / STEPS;
const STARS = PLACES.filter((place) => place % 3 === 0).map(xOf);
const BULBS = PLACES.filter((place) => place % 3 !== 0).map(xOf);
const STAR = 'm0-13 3.9 7.9 8.7 1.25-6.3 6.15 1.5 8.7L0 6.9-7.8 11l1.5-8.7-6.3-6.15 8.7-1.25z';

/** The string's height at `x`: the parabola that the path below draws. */
const stringAt = (x: number) => 6 + 26 * (1 - ((2 * x) / WIDTH - 1) ** 2);

/**
 * A member's stars on the light string, one lit for each star given; or the note that voting is off (rule
 * `stars.voting-off`).
 */
export function VotingBanner({ voting }: { voting: Voting }) {
  const { t } = useTranslation('event');
  const given = Math.min(useStarred(voting.starredIds).size, FAVORITES_MAX);

  if (!voting.isEnabled) {
    return (
      <section className="mb-4 flex items-center gap-3 overflow-hidden rounded-card bg-sunk px-4 py-3.5 text-ink dark:shadow-[inset_0_0_0_1px_var(--color-line)]">
        <Icon name="lock" />
        <p className="font-semibold">{t('vote.disabled')}</p>
      </section>
    );
  }
  return (
    <section className="vote on-night relative mb-4 overflow-hidden rounded-card px-4 pb-3.5 text-center text-on-night laptop:grid laptop:grid-cols-[22rem_1fr] laptop:items-center laptop:gap-4 laptop:pr-6 laptop:pb-0 laptop:pl-0 laptop:text-left">
      <svg className="string" viewBox="0 0 360 80" aria-hidden="true">
        <defs>
          <radialGradient id="star-glow">
            <stop offset="0" stopColor="#ffc252" stopOpacity=".65" />
            <stop offset="1" stopColor="#ffb23a" stopOpacity="0" />
          </radialGradient>
        </defs>
        <path d="M0 6Q180 58 360 6" fill="none" stroke="#5d7d83" strokeWidth="1.4" />
        {BULBS.map((x) => (
          <g key={x}>
            <circle cx={x} cy={stringAt(x) + 4} r="7" fill="url(#star-glow)" />
            <circle cx={x} cy={stringAt(x) + 4} r="2.2" fill="#ffd88a" />
          </g>
        ))}
        {STARS.map((x, index) => (
          <HangingStar key={x} x={x} isLit={index < given} />
        ))}
      </svg>
      <div>
        <p className="font-semibold">{t('vote.add', { count: FAVORITES_MAX })}</p>
        <p className="text-sm font-normal text-on-night-soft">
          {t('vote.lit', { count: given, max: FAVORITES_MAX })}
        </p>
      </div>
    </section>
  );
}

function HangingStar({ x, isLit }: { x: number; isLit: boolean }) {
  const y = stringAt(x);
  return (
    <>
      <path d={`M${x} ${y}v8`} stroke="#5d7d83" strokeWidth="1.4" />
      {isLit && <circle cx={x} cy={y + 21} r="26" fill="url(#star-glow)" />}
      <path
        transform={`translate(${x} ${y + 21})`}
        d={STAR}
        fill={isLit ? '#f6b73c' : 'none'}
        stroke={isLit ? '#ffe3a6' : '#b9ced0'}
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeDasharray={isLit ? undefined : '3 3.2'}
      />
    </>
  );
}
