import { FAVORITES_MAX } from '~/models/photo/star';

const WIDTH = 210;
const BULBS = 11;
/** Every second bulb around the middle is a star, so that up to six fit. */
const STARS = Array.from(
  { length: FAVORITES_MAX },
  (_, index) => (BULBS + 1) / 2 - FAVORITES_MAX + 2 * index,
);

/**
 * Two light strings with a guest's stars for an invitation without a picture, drawn flat so that any printer can print
 * them.
 */
export function HungLights() {
  return (
    <svg className="w-full" viewBox={`0 0 ${WIDTH} 84`} aria-hidden="true">
      <String ends={3} middle={19} bulbs={15} size={2.1} stars={[]} />
      <String ends={26} middle={60} bulbs={BULBS} size={2.5} stars={STARS} />
    </svg>
  );
}

function String({
  ends,
  middle,
  bulbs,
  size,
  stars,
}: {
  ends: number;
  middle: number;
  bulbs: number;
  size: number;
  stars: number[];
}) {
  const places = Array.from({ length: bulbs }, (_, index) => {
    const x = ((index + 0.5) * WIDTH) / bulbs;
    const y = ends + (middle - ends) * (1 - ((2 * x) / WIDTH - 1) ** 2);
    return { x: round(x), y: round(y), isStar: stars.includes(index) };
  });
  return (
    <>
      <path
        fill="none"
        stroke="#9a8f80"
        strokeWidth={0.28}
        d={`M0 ${ends}Q${WIDTH / 2} ${2 * middle - ends} ${WIDTH} ${ends}`}
      />
      <g fill="#f6b73c" stroke="#b27c12" strokeWidth={0.16}>
        {places.map(({ x, y, isStar }) =>
          isStar ? (
            <path key={x} d={starAt(x, y + 10)} />
          ) : (
            <ellipse key={x} cx={x} cy={y + 1.9 * size} rx={0.9 * size} ry={1.14 * size} />
          ),
        )}
      </g>
    </>
  );
}

function starAt(x: number, y: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const radius = index % 2 === 0 ? 8.2 : 3.9;
    const angle = (index * Math.PI) / 5;
    return `${round(x + radius * Math.sin(angle))} ${round(y - radius * Math.cos(angle))}`;
  });
  return `M${points.join('L')}Z`;
}

const round = (value: number) => Math.round(value * 100) / 100;
