import { useRef } from 'react';
import type { BulbRow } from '~/models/table/lights';

/** The string's picture: it hangs between its two ends, and is drawn in these units. */
const WIDTH = 328;
const ENDS = 3;

/** Bulbs are at most so large, and smaller where many hang side by side. */
const SIZES = {
  plain: { radius: 4.5, sag: 14, height: 36 },
  own: { radius: 5.5, sag: 16, height: 44 },
};

/**
 * A row of a string of lights. It is a picture of the words beside it, which screen readers read instead. A bulb that
 * is lit while one looks lights up; no other moves.
 */
export function Bulbs({ row, size = 'plain' }: { row: BulbRow; size?: keyof typeof SIZES }) {
  const { radius, sag, height } = SIZES[size];
  const before = useRef(row.lit);
  const step = WIDTH / row.bulbs;
  const r = Math.min(radius, step * 0.4);
  return (
    <svg className="bulbs" viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true">
      {/* A parabola, whose control point lies twice as deep. */}
      <path d={`M0 ${ENDS}Q${WIDTH / 2} ${ENDS + 2 * sag} ${WIDTH} ${ENDS}`} />
      {Array.from({ length: row.bulbs }, (_, index) => {
        const x = step * (index + 0.5);
        const top = ENDS + sag * (1 - (2 * (x / WIDTH) - 1) ** 2);
        const y = top + 2.5 + r;
        const at = { cx: round(x), cy: round(y) };
        const isLit = index < row.lit;
        return (
          <g
            key={`${index} ${isLit}`}
            data-lit={isLit || undefined}
            data-new={(isLit && index >= before.current) || undefined}
          >
            <path d={`M${round(x)} ${round(top)}v2.5`} />
            {isLit && <circle className="glow" {...at} r={round(r * 3.2)} />}
            <circle {...at} r={round(isLit ? r : r - 0.5)} />
          </g>
        );
      })}
    </svg>
  );
}

/** The light around a bulb, once for all strings of a page. */
export function Glow() {
  return (
    <svg className="absolute size-0" aria-hidden="true">
      <radialGradient id="glow">
        <stop className="glow-within" offset="0.2" />
        <stop className="glow-around" offset="1" />
      </radialGradient>
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
