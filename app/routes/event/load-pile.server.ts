import type { LoaderFunctionArgs } from '@remix-run/node';
import type { PileSlide, PileView } from '~/components/event/event-views';
import type { Member } from '~/http/guards.server';
import { readPlace, writePlace } from '~/models/list-place';
import { readPile, readSeenBeforeAsking } from '~/models/photo/pile.server';
import { presentScreenPhoto, type ListedPhoto } from '~/models/photo/read.server';
import type { MediaStorage } from '~/services/storage/types';
import { paths } from '~/paths';
import { loadVoting } from './load-event.server';

/** How many photos one answer has. The next ones are requested before these are over. */
const PART_SIZE = 12;

/** A part of the photos that the reader has not seen: from the top, or those `?after=` a place. */
export async function loadPile(args: LoaderFunctionArgs, identity: Member): Promise<PileView> {
  const { db, feeds, storage } = args.context.app;
  const { event, user, isExpired } = identity;
  const after = readPlace(new URL(args.request.url).searchParams.get('after')) ?? undefined;
  const reader = { eventId: event.id, userId: user.id };
  const [pile, photoCount, voting, asksAfter] = await Promise.all([
    readPile(db, { ...reader, after, limit: PART_SIZE }),
    feeds.countPhotos(event.id),
    loadVoting(args, identity),
    isExpired ? null : readSeenBeforeAsking(db, { userId: user.id }),
  ]);
  const last = pile.photos.at(-1);
  return {
    photos: pile.photos.map((row) => slideOf(row, storage)),
    below: pile.below,
    more: last && pile.below > 0 ? paths.pile({ after: writePlace(last) }) : null,
    newCount: pile.newCount,
    photoCount,
    voting,
    isOver: isExpired,
    asksAfter,
  };
}

function slideOf(row: ListedPhoto, storage: MediaStorage): PileSlide {
  const { id, imageUrl, caption, width, height, placeholder, userName, userSelfie } =
    presentScreenPhoto(row, storage);
  const photo = { id, imageUrl, caption, width, height, placeholder, userName, userSelfie };
  return { ...photo, isOwn: false, place: writePlace(row) };
}
