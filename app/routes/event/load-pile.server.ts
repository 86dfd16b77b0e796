import type { LoaderFunctionArgs } from '@remix-run/node';
import type { PileSlide, PileView } from '~/components/event/pile/pile-views';
import type { Member } from '~/http/guards.server';
import { readLook, readLookPlace, writeLookPlace } from '~/http/look.server';
import { pileRank } from '~/models/photo/balance.server';
import { readPile, readSeenBeforeAsking } from '~/models/photo/pile.server';
import { presentScreenPhoto, type ListedPhoto } from '~/models/photo/read.server';
import type { MediaStorage } from '~/services/storage/types';
import { paths } from '~/paths';
import { readNotes } from './hidden-photo.server';
import { loadVoting } from './load-event.server';

/** How many photos one answer has. The next ones are requested before these run out. */
const PART_SIZE = 12;

/** A part of the photos that the reader has not seen: from the top, or those `?after=` a position. */
export async function loadPile(args: LoaderFunctionArgs, identity: Member): Promise<PileView> {
  const { db, feeds, storage } = args.context.app;
  const { event, user, isExpired } = identity;
  const after = new URL(args.request.url).searchParams.get('after');
  const place = await readLookPlace(args, event.id, after);
  const look = place?.look ?? (await readLook(args, event.id, { mayBegin: false }));
  const part = { rankOf: pileRank(look), after: place?.photoId, limit: PART_SIZE };
  const reader = { eventId: event.id, userId: user.id };
  const [pile, photoCount, voting, asksAfter] = await Promise.all([
    readPile(db, { ...reader, ...part }),
    feeds.countPhotos(event.id),
    loadVoting(args, identity),
    isExpired ? null : readSeenBeforeAsking(db, { userId: user.id }),
  ]);
  const placeOf = (photoId: number) => writeLookPlace({ look, photoId });
  const last = pile.below > 0 ? pile.ids.at(-1) : undefined;
  const rows = await feeds.photosOf(event.id, pile.ids);
  const noteOf = await readNotes(args, identity, rows);
  return {
    photos: rows.map((row) => ({
      ...slideOf(row, storage),
      ...noteOf(row),
      place: placeOf(row.id),
    })),
    below: pile.below,
    more: last === undefined ? null : paths.pile({ after: placeOf(last) }),
    newCount: pile.newCount,
    photoCount,
    voting,
    isOver: isExpired,
    asksAfter,
  };
}

function slideOf(row: ListedPhoto, storage: MediaStorage): Omit<PileSlide, 'place'> {
  const { id, imageUrl, caption, width, height, placeholder, userName, userSelfie } =
    presentScreenPhoto(row, storage);
  const photo = { id, imageUrl, caption, width, height, placeholder, userName, userSelfie };
  return { ...photo, isOwn: false };
}
