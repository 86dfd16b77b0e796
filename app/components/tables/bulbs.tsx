import { useRef } from 'react';
import { hangString, STRING_WIDTH, type BulbRow } from '~/models/table/lights';

/** The largest size of bulbs, how deep the string hangs, and how high the picture is. */
const SIZES = {
  plain: { radius: 4.5, sag: 14, height: 36 },
  own: { radius: 5.5, sag: 16, height: 44 },
};

/**
 * A row of a string of lights. It illustrates the words beside it, which screen readers read instead. Only a bulb that
 * is lit while the page is open is animated.
 */
export function Bulbs({ row, size = 'plain' }: { row: BulbRow; size?: keyof typeof SIZES }) {
  const before = useRef(row.lit);
  const { cord, radius, bulbs } = hangString(row.bulbs, SIZES[size]);
  return (
    <svg className="bulbs" viewBox={`0 0 ${STRING_WIDTH} ${SIZES[size].height}`} aria-hidden="true">
      <path d={cord} />
      {bulbs.map(({ x, y, stem }, index) => {
        const isLit = index < row.lit;
        return (
          <g
            key={`${index} ${isLit}`}
            data-lit={isLit || undefined}
            data-new={(isLit && index >= before.current) || undefined}
          >
            <path d={stem} />
            {isLit && <circle className="glow" cx={x} cy={y} r={radius * 3.2} />}
            <circle cx={x} cy={y} r={isLit ? radius : radius - 0.5} />
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
