import { Link } from '@remix-run/react';

/** A mission with photos, and their URL. */
export interface MissionLink {
  to: string;
  text: string;
}

/** The links to the photos of each mission. */
export function MissionLinks({ missions }: { missions: MissionLink[] }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {missions.map(({ to, text }) => (
        <li key={to} className="contents">
          <Link className="button quiet slim max-w-full wrap-anywhere" to={to}>
            {text}
          </Link>
        </li>
      ))}
    </ul>
  );
}
