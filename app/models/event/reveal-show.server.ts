import type { Db } from '~db/client.server';
import type { MediaStorage } from '~/services/storage/types';
import { assertCan, type Person } from '../access';
import { DomainError } from '../errors';
import type { FeedAnswers } from '../photo/feed-answers.server';
import { presentScreenPhoto } from '../photo/read.server';
import { podiumOf } from '../photo/star';
import { listStarredIds, type RankedPhoto } from '../photo/star.server';
import type { EventRow } from './read.server';
import { AHEAD_MS, revealSteps } from './reveal-steps';
import type { RevealedPhoto, RevealShow } from './shape';
import { hasRevealBegun, REVEAL_MS } from './standings';

interface App {
  db: Db;
  feeds: FeedAnswers;
  storage: MediaStorage;
}

/**
 * What a person may know about the reveal at a given time: a place is sent shortly before its step and no earlier,
 * whatever the request (rule `reveal.told`).
 * @throws DomainError access_denied for another event, reveal_none before it has begun
 */
export async function readReveal(
  { db, feeds, storage }: App,
  { actor, event, now }: { actor: Person; event: EventRow; now: Date },
): Promise<RevealShow> {
  assertCan(actor, 'event.read', { eventId: event.id });
  if (!event.revealedAt || !hasRevealBegun(event, now)) throw new DomainError('reveal_none');
  const startsAt = event.revealedAt.getTime();
  const [rows, starred] = await Promise.all([
    feeds.revealed(event.id),
    actor.userId === null ? ([] as number[]) : listStarredIds(db, { userId: actor.userId }),
  ]);
  const podium = podiumOf(rows);
  const steps = revealSteps(podium.map(({ place }) => place));
  const present = (row: RankedPhoto): RevealedPhoto => {
    const { id, userName, caption, imageUrl, width, height } = presentScreenPhoto(row, storage);
    const stars = row.favoriteCount;
    const isYours = row.userId === actor.userId;
    const isStarred = starred.includes(id);
    return { id, userName, caption, imageUrl, width, height, stars, isYours, isStarred };
  };
  return {
    now: now.getTime(),
    startsAt,
    endsAt: startsAt + REVEAL_MS,
    steps,
    places: steps
      .filter(({ at }) => startsAt + at - AHEAD_MS <= now.getTime())
      .map(({ place }) => ({
        place,
        photos: podium.filter((row) => row.place === place).map(present),
      })),
  };
}
