import {
  FIRST_TABLE_MS,
  type WallPhoto,
  type WallProgramme,
  type WallState,
  type WallWinner,
} from '~/models/wall/rules';
import { timeLeft, type Left } from './countdown';
import { createDuel } from './duel';
import { one, part, setClass, setText } from './parts';
import { createPodium, type Row } from './podium';
import { FADE_MS } from './prints';
import { createReveal } from './reveal';
import { isPlaying, type Frame } from './reveal-frame';
import { createTables } from './tables';
import { fill, plural, type Said, type WallTexts } from './texts';
import { createWinners } from './winners';

// Everything on the wall except the prints: which programme is shown, the words on both sides, the code.

/** A name longer than this gets smaller letters. */
const LONG_NAME = 24;
/** A flash mission has four lines, for up to 40 letters. */
const LONG_MISSION = 16;
/** The texts of the reveal have four lines. */
const LONG_WORDS = 28;

/** What is drawn in addition to the state. */
interface Scenery {
  /** The state's programme, or what a key chose. */
  programme: WallProgramme;
  /** The server's time. */
  now: number;
  /** Whether a first photo is being greeted, which takes the left wing. */
  isGreeting: boolean;
  /** Whether the photos are paused. */
  isPaused: boolean;
  isAway: boolean;
  /** The current reveal; null without one. While it plays, the programme is the podium. */
  frame: Frame | null;
  find: (id: number) => WallPhoto | undefined;
  nameOf: (userName: string) => string;
}

export function createScene(texts: WallTexts, language: string) {
  const panes = Array.from(document.querySelectorAll<HTMLElement>('[data-pane]'));
  const podium = createPodium(texts);
  const duelPane = createDuel(texts);
  const reveal = createReveal(texts, language);
  const tables = createTables(texts, language);
  const winners = createWinners();
  const codes = [part<HTMLImageElement>('code'), part<HTMLImageElement>('large-code')];
  for (const code of codes) code.onerror = () => code.removeAttribute('src');
  let leaving: ReturnType<typeof setTimeout> | undefined;
  let last: WallProgramme | null = null;

  /** @returns in how many ms its text changes; null if only a state changes it */
  function draw(state: WallState, scenery: Scenery): number | null {
    const news = sayFirstTable(state, scenery.now) || sayFlash(state, scenery.now);
    const changesIn = drawAll(state, scenery, news);
    return soonest(changesIn, news && news.changesIn);
  }

  /** The words about the first table that is lit completely (rule `wall.tables`); null once they are over. */
  function sayFirstTable({ first }: WallState, now: number): Said | null {
    const changesIn = first ? first.at + FIRST_TABLE_MS - now : 0;
    if (!first || changesIn <= 0) return null;
    const title = fill(texts.tables.whole, { table: first.name });
    const line = texts.tables.first;
    return { title, line, told: `${title}. ${line}.`, most: LONG_NAME, changesIn };
  }

  /** The words about the flash mission (rule `wall.flash`); null once they are over. */
  function sayFlash({ flash }: WallState, now: number): Said | null {
    const left = flash && timeLeft(flash.endsAt, now);
    if (!flash || !left || left.unit === 'over') return null;
    return {
      title: flash.text,
      line: fill(texts.flash.left, { time: words(left) }),
      told: flash.text,
      most: LONG_MISSION,
      changesIn: left.changesIn,
    };
  }

  function drawAll(state: WallState, scenery: Scenery, news: Said | null): number | null {
    const { programme, isPaused, isAway } = scenery;
    const isEmpty = programme === 'photos' && state.photos.length === 0;
    const duel = isPlaying(scenery.frame) ? null : duelPane.running(state, scenery.now);
    const pane = duel ? 'duel' : isEmpty ? 'join' : programme;
    for (const each of panes) setClass(each, 'on', each.dataset.pane === pane);
    setClass(document.documentElement, 'dark', pane === 'dark');
    setClass(document.documentElement, 'is-duel', duel !== null);
    const sign = part('sign');
    setClass(sign, 'away', isAway);
    setClass(sign, 'paused', isPaused && (programme === 'photos' || programme === 'tables'));
    drawCodes(state);
    const told = pane === 'podium' ? wonAt(state, scenery) : null;
    if (pane === 'podium') {
      clearTimeout(leaving);
      podium.draw(
        told && told.winner ? rowsOfWinner(told.winner, scenery) : rowsOf(state, scenery),
      );
    } else if (last === 'podium') {
      winners.leave();
      leaving = setTimeout(podium.clear, FADE_MS);
    }
    last = programme;
    reveal.draw(state.reveal, scenery.frame, scenery.now);
    if (pane === 'join') {
      setText(part('join-title'), isEmpty ? texts.join.empty : texts.join.title);
      setText(part('join-url'), state.event.url.replace(/^https?:\/\//, ''));
    }
    const left =
      state.votingClosesAt === null
        ? null
        : timeLeft(Date.parse(state.votingClosesAt), scenery.now);
    drawCountdown(state, left);
    drawWings(state, scenery, { pane, left, news, mission: told?.winner?.mission });
    if (duel) return duelPane.draw(duel, scenery.now, scenery.nameOf);
    duelPane.clear();
    if (isPlaying(scenery.frame)) return scenery.frame.changesIn;
    if (pane === 'tables') {
      return tables.draw(state.tables, { now: scenery.now, isPaused, news });
    }
    tables.leave();
    const isCounting = pane === 'podium' || pane === 'countdown';
    const changesIn = isCounting && left && left.unit !== 'over' ? left.changesIn : null;
    return soonest(changesIn, told ? told.changesIn : null);
  }

  /** The mission in place of the podium; null for the podium alone, as in the reveal and in the last minutes. */
  function wonAt(
    state: WallState,
    { now, isPaused }: Scenery,
  ): ReturnType<typeof winners.turnTo> | null {
    const isLast =
      state.votingClosesAt !== null &&
      timeLeft(Date.parse(state.votingClosesAt), now).unit === 'seconds';
    if (!state.reveal && !isLast) return winners.turnTo(state.winners, { now, isPaused });
    winners.leave();
    return null;
  }

  /** The winners of a mission, who share its first place. */
  function rowsOfWinner({ photoIds, stars }: WallWinner, { find, nameOf }: Scenery): Row[] {
    return photoIds.map((id) => {
      const photo = find(id);
      const name = photo ? nameOf(photo.userName) : '';
      const plain = { stand: 'down' as const, isAfterDuel: false, isLater: false };
      return { place: 1, stars, name, photo, ...plain };
    });
  }

  /** The places of the reveal while the wall knows it; otherwise those that guests see. */
  function rowsOf({ podium: places, reveal: shown }: WallState, scenery: Scenery): Row[] | null {
    const { frame, find, nameOf } = scenery;
    if (shown && frame) return reveal.rowsOf(shown, frame, nameOf);
    return (
      places &&
      places.map(({ place, stars, photoId, afterDuel = false }) => {
        const photo = find(photoId);
        const name = photo ? nameOf(photo.userName) : '';
        return {
          place,
          stars,
          name,
          photo,
          stand: 'down' as const,
          isAfterDuel: afterDuel,
          isLater: false,
        };
      })
    );
  }

  function drawCodes({ event }: WallState): void {
    for (const code of codes) {
      if (code.getAttribute('src') !== event.qrUrl) code.src = event.qrUrl;
    }
  }

  function drawWings(
    state: WallState,
    { programme, isGreeting, frame, nameOf }: Scenery,
    {
      pane,
      left,
      news,
      mission,
    }: { pane: string; left: Left | null; news: Said | null; mission: string | undefined },
  ): void {
    const shown = isPlaying(frame) ? state.reveal : null;
    // Nothing competes with the reveal, so no code is shown beside it.
    setClass(part('right'), 'off', pane === 'join' || shown !== null);
    setClass(part('left'), 'off', pane === 'dark' || pane === 'tables');
    const told = news ? news.told : '';
    setText(part('told'), shown && frame ? reveal.sentenceOf(shown, frame, nameOf) : told);
    const words = shown && frame && reveal.wordsOf(shown, frame, nameOf);
    if (words) {
      writeTitle(words.title, LONG_WORDS);
      setClass(part('title'), 'says', true);
      setText(part('line'), words.line);
      return;
    }
    const isVote = pane === 'podium' || pane === 'countdown';
    const add = pane === 'tables' ? texts.tables.scan : texts.add;
    setText(part('say'), isVote && isOpen(state, left) ? texts.vote : add);
    if (news && !isGreeting) {
      writeTitle(news.title, news.most);
      setClass(part('title'), 'says', news.most < LONG_NAME);
      setClass(part('title'), 'quiet', false);
      setText(part('line'), news.line);
      return;
    }
    const name = pane === 'podium' ? texts.podium.title : state.event.name;
    // A mission has up to 40 letters.
    writeTitle(mission || name, mission ? LONG_WORDS : LONG_NAME);
    setClass(part('title'), 'says', mission !== undefined);
    setClass(part('title'), 'quiet', isGreeting && pane === 'photos');
    setText(part('line'), isGreeting ? '' : lineOf(state, programme, left));
  }

  function writeTitle(text: string, most: number): void {
    const title = part('title');
    setText(title, text);
    setClass(title, 'long', text.length > most);
  }

  function lineOf(state: WallState, programme: WallProgramme, left: Left | null): string {
    if (programme === 'photos' && state.photos.length > 0) {
      const forms = { one: texts.photos_one, other: texts.photos_other };
      return plural(forms, state.photos.length, language);
    }
    if (programme !== 'podium') return '';
    if (state.voting === 'closed' || (left && left.unit === 'over')) return texts.voting.closed;
    if (state.podium && state.podium.length === 0) return texts.podium.empty;
    return left && state.voting === 'open' ? fill(texts.podium.ends, { time: words(left) }) : '';
  }

  function drawCountdown(state: WallState, left: Left | null): void {
    const time = part('time');
    const isTime = left !== null && left.unit !== 'over' && isOpen(state, left);
    setClass(time, 'text', !isTime);
    setText(time, isTime ? words(left) : texts.voting[votingOf(state, left)]);
    setText(part('time-words'), isTime ? texts.voting.left : '');
  }

  function words(left: Left): string {
    if (left.unit === 'over') return texts.voting.closed;
    if (left.unit === 'seconds') return `${left.minutes}:${twoDigits(left.seconds)}`;
    if (left.unit === 'minutes') return fill(texts.time.minutes, { minutes: left.minutes });
    return fill(texts.time.hours, { hours: left.hours, minutes: left.minutes });
  }

  return {
    draw,
    /** Shows the next tables. */
    nextTables: tables.next,
    /** Whether a duel replaces the programme. */
    isDuel: (state: WallState, now: number): boolean => duelPane.running(state, now) !== null,
    /** Whether the last ten minutes are being counted down on the wall. */
    isCountingSeconds: (state: WallState, programme: WallProgramme, now: number): boolean =>
      duelPane.running(state, now) !== null ||
      ((programme === 'countdown' || programme === 'podium') &&
        state.votingClosesAt !== null &&
        timeLeft(Date.parse(state.votingClosesAt), now).unit === 'seconds'),
    clear(): void {
      clearTimeout(leaving);
      podium.clear();
      duelPane.clear();
      reveal.clear();
      tables.clear();
      for (const code of codes) code.removeAttribute('src');
      for (const name of ['title', 'line', 'join-url', 'start-event']) setText(part(name), '');
      setText(one(part('greeting'), 'h2'), '');
      setText(one(part('greeting'), 'p'), '');
    },
  };
}

/** The clock closes voting on the wall, even if no state reports it any more. */
function votingOf(state: WallState, left: Left | null): WallState['voting'] {
  return state.voting === 'open' && left && left.unit === 'over' ? 'closed' : state.voting;
}

/** The earlier of two times; null is never. */
const soonest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

const isOpen = (state: WallState, left: Left | null) => votingOf(state, left) === 'open';

const twoDigits = (value: number) => (value < 10 ? `0${value}` : String(value));
