import type { LoaderFunctionArgs } from '@remix-run/node';
import type { OwnPhoto, ProfileView } from '~/components/event/event-views';
import { numberWord } from '~/components/event/stars/star-news-words';
import { isDeletable, isReadOnly, requireVisit } from '~/http/guards.server';
import { takeFlash } from '~/http/flash.server';
import { formatShortDay, viewPartyDate } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { descriptionOf, hostingWords } from '~/i18n/own-words.server';
import type { Translate } from '~/i18n/translate';
import { can } from '~/models/access';
import { takesLatePhotos } from '~/models/event/late-photos';
import { partyDateOf } from '~/models/event/party-date';
import { eventImageUrl, findOrganizer } from '~/models/event/read.server';
import { standingsOf } from '~/models/photo/star';
import { listFavorites } from '~/models/photo/star.server';
import { listLitPhotos } from '~/models/photo/star-news.server';
import { presentScreenPhoto, listUserPhotos } from '~/models/photo/read.server';
import { presentUser, presentVisitor } from '~/models/user/read.server';
import { shareUrl } from '~/routes/organizer/load-invitation.server';
import { readNotes } from './hidden-photo.server';
import { namingWords } from './load-keepsakes.server';
import { loadHand } from './load-hand.server';
import { votingOf } from './load-event.server';

/**
 * The user's own photos and favorites. An upload's error is taken out of the session, so `headers` must be
 * sent with the response.
 */
export async function loadProfile(
  args: LoaderFunctionArgs,
): Promise<{ profile: ProfileView; headers: Headers | undefined }> {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const { db, env, storage, feeds } = args.context.app;
  const { event, user, actor, isExpired } = identity;
  const now = args.context.app.now();

  const [starred, photos, lit, ranking, organizer, language, t] = await Promise.all([
    user ? listFavorites(db, { userId: user.id }) : [],
    user ? listUserPhotos(db, { eventId: event.id, userId: user.id }) : [],
    user ? listLitPhotos(db, { userId: user.id, now }) : [],
    user && can(actor, 'stars.count', { eventId: event.id }) ? feeds.ranking(actor) : [],
    findOrganizer(db, { eventId: event.id }),
    languageOf(args.request),
    translator(args.request),
  ]);
  const { places, onPodium } = standingsOf(ranking, actor.userId);
  const slotError = await takeFlash(args, 'slotError');
  const { name, selfieUrl } = user ? presentUser(user, storage) : presentVisitor(event);

  const noteOf = await readNotes(args, identity, photos);

  const own = photos.map((row): OwnPhoto => {
    const { id, caption, position, imageUrl, width, placeholder } = presentScreenPhoto(
      row,
      storage,
    );
    const { note = null, isWaiting = false } = noteOf(row);
    const place = places.get(id) ?? null;
    const isLit = row.hiddenAt || row.late ? null : lit.some((litId) => litId === id);
    const isCalm = isWaiting || row.late;
    const canDelete = isDeletable(identity, row);
    const marks = { place, note, isCalm, isLit, canDelete };
    return { id, caption, position, imageUrl, width, placeholder, ...marks };
  });
  const voting = await votingOf(
    args,
    identity,
    starred.map(({ id }) => id),
  );
  const mayStillFall = voting.isEnabled && !isReadOnly(identity);
  const profile: ProfileView = {
    role: actor.role,
    userId: actor.userId,
    name,
    selfieUrl,
    coverUrl: eventImageUrl(event, storage),
    event: {
      name: event.name,
      description: descriptionOf(t, event),
      day: viewPartyDate(event, { language }),
      photosUntil:
        isExpired || event.endDate === partyDateOf(event)
          ? null
          : formatShortDay(event.endDate, language),
    },
    maxPhotos: isExpired && !takesLatePhotos(event, actor.today) ? 0 : event.maxPhotosPerUser,
    isReadOnly: isReadOnly(identity),
    photos: own,
    bulbs: user && bulbsText(t, own, mayStillFall),
    onPodium,
    favorites: starred.map((row) => {
      const { id, userName, imageUrl, caption, width, placeholder } = presentScreenPhoto(
        row,
        storage,
      );
      return { id, userName, imageUrl, caption, width, placeholder, isOwn: false };
    }),
    voting,
    naming: user?.mayBeNamed === null && lit.length > 0 ? namingWords(t) : null,
    hand: await loadHand(args, identity),
    hosting: hostingWords(t, env.HOSTED_IN).note,
    shareUrl: await shareUrl(args, { identity, organizer }),
    slotError: slotError.value,
  };
  return { profile, headers: slotError.headers ?? undefined };
}

/**
 * The text about the bulbs over the user's own prints (rule `notices.bulb`). Hidden and late photos have none, so
 * guests who have no others do not read that a star may still come.
 * @returns null if there is nothing to say
 */
function bulbsText(
  t: Translate,
  photos: readonly Pick<OwnPhoto, 'isLit'>[],
  mayStillFall: boolean,
): string | null {
  const lit = photos.filter(({ isLit }) => isLit).length;
  if (lit === 0) {
    // It is shown even before the first photo, which then moves nothing.
    const hasDark = photos.length === 0 || photos.some(({ isLit }) => isLit !== null);
    return mayStillFall && hasDark ? t('server:event.bulbs.none') : null;
  }
  if (photos.length === 1) return t('server:event.bulbs.only');
  const number = numberWord(t('event:star_news.numbers'), Math.max(2, lit));
  const text = t('server:event.bulbs.lit', { count: lit, number });
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
