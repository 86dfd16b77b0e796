import type { LoaderFunctionArgs } from '@remix-run/node';
import type { RemotePhoto, RemoteView } from '~/components/organizer/wall/wall-views';
import type { Member } from '~/http/guards.server';
import type { EventRow } from '~/models/event/read.server';
import { originOf } from '~/http/origin.server';
import { hasRevealBegun, isRevealed } from '~/models/event/standings';
import { votingState } from '~/models/photo/voting';
import { hasTables } from '~/models/table/read.server';
import { firstName } from '~/models/user/rules';
import { countScreens, readWall } from '~/models/wall/read.server';
import { programmeAt, revealTurns } from '~/models/wall/reveal';
import type { Candidate } from '~/models/wall/show.server';
import { invitationPaths } from '~/invitation-paths';
import { wallPaths } from '~/wall-paths';

/** How many photos each part of the remote shows. */
const COMING = 12;
const SHOWN = 6;
const SKIPPED = 12;

/** What the remote of the wall shows. The caller checks the permission. */
export async function loadWall(
  args: LoaderFunctionArgs,
  { event }: Pick<Member, 'event'>,
): Promise<RemoteView> {
  const { app } = args.context;
  const now = app.now();
  const eventId = event.id;
  const [settings, screens] = await Promise.all([
    readWall(app.db, { eventId }),
    countScreens(app.db, { eventId, now }),
  ]);
  const { photos, waiting, skipped, podium } = await app.walls.at({ event, settings }, now);
  const programme = programmeAt(event, settings, now);
  const present = ({ id, imageKey, width, userName }: Candidate): RemotePhoto => ({
    id,
    imageUrl: app.storage.ownUrl(imageKey),
    imageWidth: width,
    owner: { name: userName, firstName: firstName(userName) },
  });
  return {
    now: now.getTime(),
    eventName: event.name,
    qrUrl: invitationPaths.code(event, 'svg'),
    programme,
    isPaused: settings.isPaused,
    pace: settings.pace,
    delay: settings.delay,
    screens,
    coming: waiting.slice(0, COMING).map((photo) => ({ ...present(photo), from: photo.from })),
    moreComing: Math.max(0, waiting.length - COMING),
    shown: photos.slice(-SHOWN).reverse().map(present),
    skipped: skipped.slice(0, SKIPPED).map(present),
    isPodiumHidden: podium === null,
    reveal: revealState(event, now),
    turnsAt: revealTurns(event).find((turn) => turn > now.getTime()) ?? null,
    hasClosing: event.votingClosesAt !== null,
    hasTables: await hasTables(app.db, { eventId }),
    hasMissions: programme === 'missions' || photos.some(({ mission }) => mission !== null),
    address: originOf(args).replace(/^https?:\/\//, '') + wallPaths.enter(),
  };
}

function revealState(event: EventRow, now: Date): RemoteView['reveal'] {
  if (hasRevealBegun(event, now)) return isRevealed(event, now) ? 'ready' : 'on';
  const voting = votingState(event, now);
  return voting === 'open' || voting === 'early' ? 'locked' : 'ready';
}
