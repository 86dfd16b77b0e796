import type { WallProgramme, WallState } from '~/models/wall/rules';
import { connect } from './connection';
import { fillScreen, lacksOf, stayAwake, toggleFullScreen } from './device';
import { createFalling } from './falling';
import { isUpright } from './layout';
import { forget, recall, remember } from './memory';
import { namesOnWall } from './names';
import type { WallPageData } from './page-data';
import { part, setText } from './parts';
import { createPlayer } from './player';
import { createPrints } from './prints';
import { frameAt, isPlaying, type Frame } from './reveal-frame';
import { createRotation } from './rotation';
import { createScene } from './scene';
import { createServerTime } from './server-time';
import { createStarQueue } from './star-queue';

// The wall (rule `screens.wall`): a start page, then what the state says. If the server is out of reach, it goes on
// with what it has.

/** How often the wall checks whether a star falls. */
const STARS_EVERY_MS = 500;
/** A page that cannot reload now, because something moves, tries again after this long. */
const CALM_EVERY_MS = 2000;

export function startWall({ key, version, language, texts }: WallPageData): void {
  const time = createServerTime();
  const rotation = createRotation();
  const stars = createStarQueue();
  const prints = createPrints(texts);
  const falling = createFalling(prints);
  const scene = createScene(texts, language);
  let state: WallState | null = null;
  let names = new Map<string, string>();
  let isStarted = false;
  let isAway = false;
  /** What was chosen by key, until the remote chooses something else. */
  let pausedHere: boolean | null = null;
  let codeHere = false;
  let drawTimer: ReturnType<typeof setTimeout> | undefined;
  let calmTimer: ReturnType<typeof setTimeout> | undefined;

  const nameOf = (userName: string) => names.get(userName) || userName;
  const player = createPlayer({
    rotation,
    prints,
    nameOf,
    pairs: () => !isUpright({ width: window.innerWidth, height: window.innerHeight }),
    isAway: () => isAway,
    onChange() {
      falling.clear();
      draw();
    },
  });
  connect({
    path: `/wall/${encodeURIComponent(key)}`,
    time,
    onState: take,
    onEnded: end,
    onReach(isNowAway) {
      isAway = isNowAway;
      if (!isAway) player.tryAgain();
      draw();
    },
  });

  function take(next: WallState): void {
    const before = state;
    state = next;
    if (before && before.paused !== next.paused) pausedHere = null;
    if (before && before.programme !== next.programme) codeHere = false;
    names = namesOnWall(peopleOf(next));
    rotation.update(next.photos, next.now);
    prints.takeOff((id) => rotation.find(id) === undefined);
    prints.rewrite(rotation.find);
    stars.update(next.stars, time.now());
    setText(part('start-event'), next.event.name);
    if (before && next.next !== before.next) showNext();
    draw();
    reloadIfNew();
  }

  function showNext(): void {
    if (programme() === 'photos') player.next();
    if (programme() === 'tables') scene.nextTables(time.now());
  }

  const frame = (): Frame | null => state && state.reveal && frameAt(state.reveal, time.now());
  const isRevealing = () => isPlaying(frame());
  const programme = (): WallProgramme => {
    // The reveal plays by itself, whatever was chosen (rule `wall.reveal`).
    if (isRevealing()) return 'podium';
    if (codeHere) return 'join';
    return state ? state.programme : 'photos';
  };
  const isDuel = () => state !== null && scene.isDuel(state, time.now());
  const isPaused = () => (pausedHere === null ? !!state && state.paused : pausedHere);

  function draw(): void {
    if (!state || !isStarted) return;
    clearTimeout(drawTimer);
    const photos = state.photos;
    if (isRevealing()) falling.clear();
    player.update({
      paceMs: state.pace * 1000,
      isPlaying: programme() === 'photos' && photos.length > 0 && !isDuel(),
      isPaused: isPaused(),
    });
    const changesIn = scene.draw(state, {
      programme: programme(),
      now: time.now(),
      isGreeting: prints.isGreeting(),
      isPaused: isPaused(),
      isAway,
      frame: frame(),
      find: rotation.find,
      nameOf,
    });
    if (changesIn !== null) drawTimer = setTimeout(draw, changesIn);
  }

  function dropStar(): void {
    // One movement at a time: a star waits until a cross-fade has ended.
    if (!isStarted || programme() !== 'photos' || isDuel() || player.isMoving()) return;
    const star = stars.take(prints.shown(), time.now());
    if (star) falling.fall(star.photoId);
  }
  const starTimer = setInterval(dropStar, STARS_EVERY_MS);

  /** Loads the page of a new version, once, when nothing moves and the last minutes are not being counted down. */
  function reloadIfNew(): void {
    clearTimeout(calmTimer);
    if (!state || (state.version === version && state.language === language)) return;
    const wanted = `${state.version} ${state.language}`;
    const memory = recall(key);
    if (memory && memory.reloadedFor === wanted) return;
    const isCalm =
      !player.isMoving() &&
      !falling.isFalling() &&
      !isRevealing() &&
      !scene.isCountingSeconds(state, programme(), time.now());
    if (!isCalm) {
      calmTimer = setTimeout(reloadIfNew, CALM_EVERY_MS);
      return;
    }
    // A page that does not load must not end the show.
    fetch(location.href, { credentials: 'same-origin' }).then(
      (answer) => {
        if (answer.ok && remember({ key, isStarted, reloadedFor: wanted })) location.reload();
      },
      () => undefined,
    );
  }

  function start(): void {
    isStarted = true;
    const memory = recall(key);
    remember({ key, isStarted, reloadedFor: memory ? memory.reloadedFor : '' });
    part('start').hidden = true;
    part('show').hidden = false;
    document.documentElement.classList.add('running');
    stayAwake();
    draw();
  }

  /** The key is not valid any more: nothing of the event remains. */
  function end(): void {
    clearInterval(starTimer);
    clearTimeout(drawTimer);
    clearTimeout(calmTimer);
    window.removeEventListener('keydown', onKey);
    window.removeEventListener('resize', prints.refit);
    player.stop();
    falling.clear();
    prints.clear();
    scene.clear();
    rotation.update([], 0);
    names = new Map();
    state = null;
    isStarted = false;
    forget();
    document.title = 'Snapodium';
    part('start').hidden = true;
    part('show').hidden = true;
    part('sign').className = 'sign';
    part('ended').hidden = false;
    document.documentElement.classList.remove('dark');
  }

  const keys: Record<string, () => void> = {
    ' ': () => {
      pausedHere = !isPaused();
      draw();
    },
    ArrowRight: () => {
      showNext();
      draw();
    },
    ArrowLeft: () => programme() === 'photos' && player.back(),
    f: toggleFullScreen,
    q: () => {
      codeHere = !codeHere && !isRevealing();
      draw();
    },
  };

  function onKey(event: KeyboardEvent): void {
    const act = keys[event.key] || keys[event.key.toLowerCase()];
    if (!act || !isStarted || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  function showStart(): void {
    const lacks = lacksOf(texts.start);
    setText(part('device'), lacks.length > 0 ? texts.start.lacks : texts.start.fine);
    const list = part('lacks');
    list.hidden = lacks.length === 0;
    for (const lack of lacks) list.appendChild(document.createElement('li')).textContent = lack;
    part('start').hidden = false;
    const button = part('start-button');
    button.focus();
    button.addEventListener('click', () => {
      fillScreen();
      start();
    });
  }

  window.addEventListener('keydown', onKey);
  // After its own reload the wall has lost full screen, and gets it back with the first press.
  part('show').addEventListener('click', fillScreen);
  window.addEventListener('resize', prints.refit);
  const memory = recall(key);
  if (memory && memory.isStarted) start();
  else showStart();
}

/** Everyone whose name is on the wall. */
function peopleOf({ photos, reveal, duel }: WallState): { userName: string }[] {
  const shown: { userName: string }[][] = reveal ? reveal.places.map((place) => place.photos) : [];
  if (duel) shown.push(duel.photos);
  return shown.reduce((all, more) => all.concat(more), photos);
}
