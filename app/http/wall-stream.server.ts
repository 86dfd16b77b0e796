import type { ChangeNotification } from '~/models/live/rules';
import { DomainError } from '~/models/errors';
import { findEventWall, type Screen } from '~/models/wall/read.server';
import { isScreen } from '~/models/wall/screens.server';
import { addressKey } from './address.server';
import { openStreamLine, streamHeaders } from './change-stream.server';
import type { RequestArgs } from './context';
import type { Stream } from './mounted';

/** The longest wait for a change that comes by itself. Streams do not live longer. */
const WAIT_MAX_MS = 5 * 60_000;
/** A screen that asks at the very millisecond could be answered a moment too early. */
const MARGIN_MS = 20;

/**
 * The stream of a screen (rule `wall.live`). Every announcement means that its state has changed; it also comes
 * when a photo's or star's delay is over.
 * @throws DomainError busy if there is no room, page_not_found if the screen has just ended
 */
export async function answerWallChanges(args: RequestArgs, screen: Screen): Promise<Stream> {
  const { app } = args.context;
  const line = openStreamLine();
  const watch = watchWall(args, screen, () => line.announce({ of: ['wall'], within: 0 }));
  const leave = app.changes.open({
    ...line.listener,
    announce: (change) => void watch.take(change),
    eventId: screen.event.id,
    userId: null,
    role: 'wall',
    mailboxId: null,
    session: String(screen.id),
    address: addressKey(args),
  });
  if (!leave) throw new DomainError('busy', { retryAfter: 60 });
  // From here on the stream is notified of the screen's end. The check covers an end just before that.
  if (!(await isScreen(app.db, screen))) {
    leave();
    throw new DomainError('page_not_found');
  }
  line.ready();
  void watch.plan();
  return {
    headers: streamHeaders(new Headers()),
    begin(open) {
      open.onClosed(() => {
        watch.stop();
        leave();
      });
      line.begin(open);
    },
  };
}

/** Announces what changes on a wall, including what changes by itself. */
function watchWall(
  { context: { app, log } }: RequestArgs,
  { event: { id: eventId } }: Screen,
  announce: () => void,
) {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  let latest = 0;

  /** Reads what the wall shows, and plans the next announcement. */
  async function plan(): Promise<{ isPodiumShown: boolean }> {
    latest += 1;
    const planned = latest;
    const now = app.now();
    const wall = await findEventWall(app.db, { eventId });
    if (!wall) return { isPodiumShown: false };
    const { changesAt, podium } = await app.walls.at(wall, now);
    if (!isOver && planned === latest) {
      clearTimeout(timer);
      const wait = changesAt === null ? null : changesAt - now.getTime() + MARGIN_MS;
      timer = wait === null || wait > WAIT_MAX_MS ? undefined : setTimeout(turn, wait);
    }
    return { isPodiumShown: podium !== null };
  }

  /** A failure is logged only: the screen also asks by itself. */
  const tryPlan = () =>
    plan().catch((error: unknown) => {
      log.error({ err: error, eventId }, 'a wall could not be planned');
      return { isPodiumShown: false };
    });

  function turn(): void {
    announce();
    void tryPlan();
  }

  return {
    plan: tryPlan,
    /** Stars alone are announced only where guests see them counted. */
    async take({ of }: ChangeNotification): Promise<void> {
      const isOfStars = of.every((kind) => kind === 'ranking');
      if (!isOfStars) announce();
      const { isPodiumShown } = await tryPlan();
      if (isOfStars && isPodiumShown) announce();
    },
    stop(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
