import type { ReactNode } from 'react';

/* 24 × 24, drawn with strokes. Icons are decoration: the words stand beside them or in the label. */
const shapes = {
  alert: <path d="M12 3.5 2.8 19.5h18.4zM12 10v4.5M12 17.2v.1" />,
  'arrow-left': <path d="M19.5 12h-15M10.5 6l-6 6 6 6" />,
  bell: <path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 2H5zM10 21h4" />,
  calendar: (
    <>
      <rect x="4" y="5.5" width="16" height="15" rx="2" />
      <path d="M4 10h16M8 3.5v4M16 3.5v4" />
    </>
  ),
  camera: (
    <>
      <path d="M4.5 7.5h3l1.6-2.5h5.8l1.6 2.5h3a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18V9a1.5 1.5 0 0 1 1.5-1.5z" />
      <circle cx="12" cy="13" r="3.6" />
    </>
  ),
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  'chevron-down': <path d="m6 9.5 6 6 6-6" />,
  'chevron-left': <path d="m14.5 6-6 6 6 6" />,
  'chevron-right': <path d="m9.5 6 6 6-6 6" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M12 7v5.2l3.5 2" />
    </>
  ),
  close: <path d="M6 6l12 12M18 6 6 18" />,
  database: (
    <>
      <ellipse cx="12" cy="6" rx="7.5" ry="2.8" />
      <path d="M4.5 6v12c0 1.5 3.4 2.8 7.5 2.8s7.5-1.3 7.5-2.8V6M4.5 12c0 1.5 3.4 2.8 7.5 2.8s7.5-1.3 7.5-2.8" />
    </>
  ),
  door: (
    <path d="M14 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h8M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5" />
  ),
  download: <path d="M12 3.5v11M7.5 10.5 12 15l4.5-4.5M4.5 19.5h15" />,
  'eye-off': (
    <path d="M4 4l16 16M10 5.7A9.5 9.5 0 0 1 12 5.5c5 0 8.3 4 9.5 6.5a13 13 0 0 1-2.7 3.6M6.5 7.4A13 13 0 0 0 2.5 12c1.2 2.5 4.5 6.5 9.5 6.5a9 9 0 0 0 4.2-1M9.8 10.2a3 3 0 0 0 4.1 4.2" />
  ),
  file: (
    <path d="M6 3.5h8l4.5 4.5v11a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 19V5A1.5 1.5 0 0 1 6 3.5zM14 3.5V8h4.5M8 12.5h7M8 16h7" />
  ),
  flag: <path d="M5.5 21V4M5.5 4.5c4-2 7 2 13 0v9c-6 2-9-2-13 0" />,
  gear: (
    <>
      <path d="M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.64 5.64l1.77 1.77M16.59 16.59l1.77 1.77M5.64 18.36l1.77-1.77M16.59 7.41l1.77-1.77" />
      <circle cx="12" cy="12" r="6.5" />
      <circle cx="12" cy="12" r="2.5" />
    </>
  ),
  globe: (
    <>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M3.5 12h17M12 3.3c5 5 5 12.4 0 17.4-5-5-5-12.4 0-17.4z" />
    </>
  ),
  home: <path d="m3.5 11.5 8.5-8 8.5 8M6 9.5v10h12v-10" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.7" />
      <path d="M12 11v5.5M12 7.7v.1" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m11 12.5 8.5-8.5M16 7.5l2.5 2.5" />
    </>
  ),
  lock: (
    <>
      <rect x="5" y="10.5" width="14" height="10" rx="2" />
      <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
    </>
  ),
  mail: (
    <>
      <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
      <path d="m4 7 8 6 8-6" />
    </>
  ),
  pause: <path d="M8.5 5.5v13M15.5 5.5v13" />,
  pencil: (
    <path d="m4.5 19.5.8-4L16 4.8a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L8.5 18.7zM14 7l3 3" />
  ),
  photos: (
    <>
      <rect x="7" y="3.5" width="13.5" height="13.5" rx="1.5" />
      <path d="M7 7H5a1.5 1.5 0 0 0-1.5 1.5V19A1.5 1.5 0 0 0 5 20.5h10.5A1.5 1.5 0 0 0 17 19v-2M7 14l3.5-3.5 3 3 2-2 5 5" />
    </>
  ),
  play: <path d="M8 5.5v13l10.5-6.5z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  podium: (
    <>
      <path d="M9 20.5V9.5h6v11M3.5 20.5v-7H9M15 20.5v-5h5.5v5M2.5 20.5h19" />
      <path d="m12 2.5.9 1.8 2 .3-1.45 1.4.35 2L12 7.1l-1.8.9.35-2L9.1 4.6l2-.3z" />
    </>
  ),
  qr: (
    <>
      <rect x="4" y="4" width="6" height="6" rx="1" />
      <rect x="14" y="4" width="6" height="6" rx="1" />
      <rect x="4" y="14" width="6" height="6" rx="1" />
      <path d="M14 14h2.5v2.5M20 14v.1M14 20h.1M17.5 20H20v-2.5" />
    </>
  ),
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3l2.2 2.2M19.5 4v5h-5" />,
  server: (
    <>
      <rect x="3.5" y="4.5" width="17" height="6.5" rx="1.5" />
      <rect x="3.5" y="13" width="17" height="6.5" rx="1.5" />
      <path d="M7 7.75h.1M7 16.25h.1M11 7.75h6M11 16.25h6" />
    </>
  ),
  share: (
    <path d="M12 14.5v-11M7.5 7.5 12 3l4.5 4.5M5 12v7a1.5 1.5 0 0 0 1.5 1.5h11A1.5 1.5 0 0 0 19 19v-7" />
  ),
  shield: (
    <>
      <path d="M12 3 4.5 5.8V11c0 5 3.2 8.2 7.5 10 4.3-1.8 7.5-5 7.5-10V5.8z" />
      <path d="m8.7 11.8 2.4 2.4 4.2-4.4" />
    </>
  ),
  star: (
    <path d="m12 3.2 2.65 5.45 5.95.85-4.3 4.2 1 5.95L12 16.85l-5.3 2.8 1-5.95-4.3-4.2 5.95-.85z" />
  ),
  tag: (
    <>
      <path d="M12.5 3.5h7a1 1 0 0 1 1 1v7L12 20a1.5 1.5 0 0 1-2.1 0L4 14.1A1.5 1.5 0 0 1 4 12z" />
      <circle cx="16.3" cy="7.7" r="1.3" />
    </>
  ),
  trash: (
    <path d="M4.5 6.5h15M9.5 6.5v-2a1 1 0 0 1 1-1h3a1 1 0 0 1 1 1v2M6.5 6.5l.8 12.6a1.5 1.5 0 0 0 1.5 1.4h6.4a1.5 1.5 0 0 0 1.5-1.4l.8-12.6M10 10.5v6M14 10.5v6" />
  ),
  user: (
    <>
      <circle cx="12" cy="8" r="3.75" />
      <path d="M4.5 20c.8-3.9 3.8-6 7.5-6s6.7 2.1 7.5 6" />
    </>
  ),
  users: (
    <>
      <circle cx="9" cy="8.5" r="3.25" />
      <path d="M2.8 19.5c.6-3.4 3-5.3 6.2-5.3s5.6 1.9 6.2 5.3M15.5 5.5a3.25 3.25 0 0 1 0 6M17.5 14.7c2 .7 3.3 2.3 3.7 4.8" />
    </>
  ),
  'wifi-off': (
    <path d="M3.5 3.5l17 17M5 12.5a10 10 0 0 1 4.5-2.6M2 9a14.5 14.5 0 0 1 5-3M12 6a14.5 14.5 0 0 1 10 3M19 12.5a10 10 0 0 0-3.5-2.2M8.5 16a5 5 0 0 1 6.3-.7M12 19.5v.1" />
  ),
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** One of the product's icons, hidden from assistive technology. `fill` paints its inside too. */
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
      {shapes[name]}
    </svg>
  );
}
