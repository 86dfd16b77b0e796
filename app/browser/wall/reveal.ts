import type { WallReveal, WallRevealPhoto } from '~/models/wall/rules';
import { FIRST_MS } from '~/models/event/reveal-steps';
import { startConfetti } from '../confetti';
import { one, part, setClass, setText } from './parts';
import type { Row } from './podium';
import { isPlaying, type Frame } from './reveal-frame';
import { fill, plural, type WallTexts } from './texts';

// What the reveal adds to the podium: lights, the cover with its ring, words, confetti.

const PHASES: Frame['phase'][] = ['gather', 'drum', 'place', 'cover', 'first'];
/** A wall that is this many ms late does not throw confetti any more. */
const CONFETTI_LATE_MS = 2000;
/** The ring's circumference, in the units of its drawing, is ten times this. */
const SECOND_OF_RING = 10;

type NameOf = (userName: string) => string;

export function createReveal(texts: WallTexts, language: string) {
  const list = part('podium');
  const covers = Array.from(list.querySelectorAll<HTMLElement>('.cover'));
  const canvas = part<HTMLCanvasElement>('confetti');
  /** The reveal that has had its confetti. */
  let thrown: number | null = null;
  let stopConfetti: () => void = () => undefined;

  /** The podium's places, as far as they are told in a frame. */
  function rowsOf({ places }: WallReveal, frame: Frame, nameOf: NameOf): Row[] {
    const rows: Row[] = [];
    for (const { place, photos } of places.slice().reverse()) {
      photos.forEach((photo, index) => {
        const stand = frame.standOf(place);
        const isTold = stand === 'up' || stand === 'down';
        const { photoId: id, imageUrl, width, height } = photo;
        rows.push({
          place,
          stand,
          isAfterDuel: isTold && photo.afterDuel === true,
          isLater: !isTold && index > 0,
          stars: isTold ? photo.stars : null,
          name: isTold ? nameOf(photo.userName) : stand === 'covered' ? texts.reveal.who : '',
          photo: imageUrl === null ? null : { id, imageUrl, width, height },
        });
      });
    }
    return rows;
  }

  /** @param now the server's time */
  function draw(reveal: WallReveal | null, frame: Frame | null, now: number): void {
    const phase = frame && frame.phase;
    for (const each of PHASES) setClass(document.documentElement, `show-${each}`, each === phase);
    if (phase === 'cover' && frame) drawCovers(frame.seconds);
    if (phase !== 'first' || !reveal) return;
    if (thrown === reveal.startsAt) return;
    thrown = reveal.startsAt;
    if (now - reveal.startsAt > FIRST_MS + CONFETTI_LATE_MS) return;
    stopConfetti = startConfetti(canvas, { seed: reveal.startsAt });
  }

  function drawCovers(seconds: number): void {
    const { in_one, in_other } = texts.reveal;
    for (const cover of covers) {
      setText(one(cover, '.num'), String(seconds));
      const label = plural({ one: in_one, other: in_other }, seconds, language);
      cover.setAttribute('aria-label', label);
      const { style } = one<SVGElement>(cover, '.rest');
      style.strokeDasharray = `${seconds * SECOND_OF_RING} 100`;
    }
  }

  /** What the left wing says in a frame; null when the show is over. */
  function wordsOf(
    reveal: WallReveal,
    frame: Frame,
    nameOf: NameOf,
  ): { title: string; line: string } | null {
    const { phase, place } = frame;
    const t = texts.reveal;
    if (phase === 'gather') return { title: t.title, line: '' };
    if (!isPlaying(frame) || place === null) return null;
    const name = place === 1 ? t.first : place === 2 ? t.second : t.third;
    if (phase !== 'place' && phase !== 'first') {
      return {
        title: place === 1 ? t.goes_first : place === 2 ? t.goes_second : t.goes_third,
        line: '',
      };
    }
    const photos = photosAt(reveal, place);
    const [only] = photos;
    const caption = photos.length === 1 && only ? only.caption || '' : '';
    if (phase === 'place') return { title: name, line: caption };
    const names = namesOf(photos, nameOf);
    const title = names.length === 1 ? t.wins : t.win;
    return { title: fill(title, { names: listed(names) }), line: caption };
  }

  /** The place as a sentence for screen readers; empty between the steps. */
  function sentenceOf(reveal: WallReveal, { phase, place }: Frame, nameOf: NameOf): string {
    if ((phase !== 'place' && phase !== 'first') || place === null) return '';
    const t = texts.reveal;
    const photos = photosAt(reveal, place);
    const [first] = photos;
    const counts = { one: t.stars_one, other: t.stars_other };
    return fill(t.told, {
      place: place === 1 ? t.first : place === 2 ? t.second : t.third,
      names: listed(namesOf(photos, nameOf)),
      stars: plural(counts, first ? first.stars : 0, language),
    });
  }

  /** “Zoé, Karim and Aïcha”; old televisions have no `ListFormat`. */
  function listed(names: readonly string[]): string {
    const last = names[names.length - 1] || '';
    if (names.length < 2) return last;
    return fill(texts.reveal.and, { names: names.slice(0, -1).join(', '), last });
  }

  return {
    rowsOf,
    draw,
    wordsOf,
    sentenceOf,
    clear(): void {
      stopConfetti();
      for (const each of PHASES) setClass(document.documentElement, `show-${each}`, false);
      setText(part('told'), '');
    },
  };
}

function photosAt({ places }: WallReveal, place: number): WallRevealPhoto[] {
  const found = places.find((each) => each.place === place);
  return found ? found.photos : [];
}

/** Each person once, even with two photos in one place. */
function namesOf(photos: readonly WallRevealPhoto[], nameOf: NameOf): string[] {
  return Array.from(new Set(photos.map(({ userName }) => nameOf(userName))));
}
