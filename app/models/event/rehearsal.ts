import type { PodiumPlace } from '../photo/star';
import { revealSteps } from './reveal-steps';
import type { RevealedPhoto, RevealShow } from './shape';
import { REVEAL_MS } from './standings';

// A reveal without an event's data, for the organizer's rehearsal.

/** How many photos the invented event has. */
export const REHEARSED_PHOTOS = 48;

/** First names that several languages have. */
const PLACES: readonly { place: PodiumPlace; userName: string; stars: number; drawing: string }[] =
  [
    {
      place: 3,
      userName: 'Ida',
      stars: 19,
      drawing:
        '<path fill="#dc9a6c" d="M60 250h120v60H60z"/><path fill="#fdf4e7" d="M75 200h90v50H75z"/><path fill="#b93f22" d="M116 160h8v40h-8z"/><circle cx="120" cy="150" r="10" fill="#ffc95e"/>',
    },
    {
      place: 2,
      userName: 'Leo',
      stars: 24,
      drawing:
        '<path stroke="#fdf4e7" stroke-width="3" d="M90 200l20 120M150 170l-30 150"/><ellipse cx="84" cy="160" rx="34" ry="42" fill="#f2a765"/><ellipse cx="156" cy="126" rx="38" ry="48" fill="#cdd8d9"/>',
    },
    {
      place: 1,
      userName: 'Nora',
      stars: 31,
      drawing:
        '<path stroke="#f6b73c" stroke-width="5" stroke-linecap="round" d="M120 80v160M40 160h160M63 103l114 114M177 103L63 217"/><circle cx="120" cy="160" r="22" fill="#ffc95e"/><path stroke="#fdf4e7" stroke-width="4" d="M120 182v120"/>',
    },
  ];

/**
 * A reveal that begins now, with all its places.
 * @param now ms since 1970
 */
export function rehearseReveal(now: number): RevealShow {
  const photoOf = ({
    place,
    userName,
    stars,
    drawing,
  }: (typeof PLACES)[number]): RevealedPhoto => ({
    id: place,
    userName,
    caption: null,
    imageUrl: draw(drawing),
    width: 240,
    height: 320,
    stars,
    isYours: false,
    isStarred: false,
  });
  return {
    now,
    startsAt: now,
    endsAt: now + REVEAL_MS,
    steps: revealSteps(PLACES.map(({ place }) => place)),
    places: PLACES.map((one) => ({ place: one.place, photos: [photoOf(one)] })),
  };
}

/** A picture of 240 × 320 on the night. */
function draw(shapes: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 320" width="240" height="320" fill="none"><path fill="#1b4552" d="M0 0h240v320H0z"/>${shapes}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
