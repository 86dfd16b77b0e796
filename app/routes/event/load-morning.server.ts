import type { LoaderFunctionArgs } from '@remix-run/node';
import type { MorningPhoto, MorningView } from '~/components/event/morning/morning-views';
import { isDeletable, type Member } from '~/http/guards.server';
import { formatBytes, formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { jpegBytes } from '~/models/archive/jpeg-archive.server';
import { allPhotosTarget, listStandings, type Standing } from '~/models/event/morning.server';
import { countParticipants, findOrganizer } from '~/models/event/read.server';
import { lastRetentionDay } from '~/models/event/retention';
import { sumPhotoBytes } from '~/models/event/wrap.server';
import { readTags } from '~/models/mission/read.server';
import { listUserPhotos, presentScreenPhoto, type ListedPhoto } from '~/models/photo/read.server';
import { freeSlots } from '~/models/photo/rules';
import { listPodiumPlaces } from '~/models/photo/result.server';
import { gonePlaces, podiumOf } from '~/models/photo/star';
import { countStars, listFavorites, presentRankedPhoto } from '~/models/photo/star.server';
import { presentMember } from '~/models/user/read.server';
import { latePhotosDay } from './load-ended.server';
import { loadKeepsakes, namingWords } from './load-keepsakes.server';

/** What an ended event shows its members first (rule `event.morning`). */
export async function loadMorning(args: LoaderFunctionArgs, member: Member): Promise<MorningView> {
  const { actor, event, user } = member;
  const { db, feeds, storage } = args.context.app;
  const eventId = event.id;
  const userId = user.id;
  const isTold = can(actor, 'stars.count', { eventId });
  const mayTakeAll = can(actor, 'photo.takeAll', allPhotosTarget(event, actor));
  const [photoCount, guestCount, starCount, own, starred, standings, podium, organizer, bytes] =
    await Promise.all([
      feeds.countPhotos(eventId),
      countParticipants(db, { eventId }),
      isTold ? countStars(db, { eventId }) : null,
      listUserPhotos(db, { eventId, userId }),
      listFavorites(db, { userId }),
      isTold ? listStandings(db, { eventId, userId }) : null,
      isTold ? loadPodium(args, member) : null,
      findOrganizer(db, { eventId }),
      mayTakeAll ? sumPhotoBytes(db, { eventId }) : 0,
    ]);
  const language = await languageOf(args.request);
  const keepsakes = isTold ? await loadKeepsakes(args, member, await feeds.ranking(actor)) : null;
  const lateMark = (await translator(args.request))('server:event.late.mark');
  const missionOf = await readTags(db, { photos: own, language });
  const author = organizer && presentMember(organizer, storage);
  const present = (photo: ListedPhoto): MorningPhoto => {
    const { id, userName, caption, imageUrl, width, placeholder } = presentScreenPhoto(
      photo,
      storage,
    );
    return {
      ...{ id, userName, caption, imageUrl, width, placeholder },
      // The stars of a hidden photo are suspended.
      ...standingOf(photo.hiddenAt || photo.late ? null : standings, id),
      ...(photo.late && { note: lateMark }),
    };
  };
  return {
    eventName: event.name,
    photoCount,
    guestCount,
    starCount,
    podium,
    thanks:
      event.thanks !== null && author
        ? { text: event.thanks, name: author.name, selfieUrl: author.selfieUrl }
        : null,
    photosUntil:
      freeSlots(own, event.maxPhotosPerUser).length > 0 ||
      own.some((photo) => isDeletable(member, photo))
        ? latePhotosDay(member, language)
        : null,
    own: own.map((photo) => {
      const { position } = photo;
      const mission = missionOf(photo);
      return { ...present(photo), position, ...(mission && { note: mission.text }) };
    }),
    starred: starred.map(present),
    all: bytes > 0 ? { count: photoCount, size: formatBytes(jpegBytes(bytes), language) } : null,
    until: formatDay(lastRetentionDay(event), language),
    // The question is asked once, below the reader's own photos.
    keepsakes: keepsakes && { ...keepsakes, naming: null },
    // Guests with photos may get a page in the photo book (rule `album.book`).
    naming:
      own.length > 0 && user.mayBeNamed === null
        ? namingWords(await translator(args.request))
        : null,
  };
}

async function loadPodium(
  args: LoaderFunctionArgs,
  { actor, event, user }: Member,
): Promise<MorningView['podium']> {
  const { db, feeds, storage } = args.context.app;
  const [t, rows, places] = await Promise.all([
    translator(args.request),
    feeds.ranking(actor),
    listPodiumPlaces(db, event),
  ]);
  return {
    rows: podiumOf(rows).map((row) => ({
      ...presentRankedPhoto(row, storage),
      isOwn: row.userId === user.id,
      ...(row.hasWonDuel && { note: t('duel:after') }),
    })),
    gone: gonePlaces(places, rows),
  };
}

function standingOf(standings: Map<number, Standing> | null, id: number) {
  const { stars = 0, place = null } = standings?.get(id) ?? {};
  return { stars: standings && stars, place };
}
