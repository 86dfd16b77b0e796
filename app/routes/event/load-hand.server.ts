import type { HandView } from '~/components/event/mission-views';
import type { RequestArgs } from '~/http/context';
import type { Identity } from '~/http/guards.server';
import { formatTime } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { readHand } from '~/models/mission/cards.server';
import { CARDS_EACH, type Hand } from '~/models/mission/rules';
import { listUserPhotos, photoUrl } from '~/models/photo/read.server';
import { thumbnailUrl } from '~/models/photo/rules';
import { missionPaths } from '~/mission-paths';

/** The hand of cards on a member's profile (rule `missions.cards`); null for a visitor, and without a card. */
export async function loadHand(args: RequestArgs, identity: Identity): Promise<HandView | null> {
  if (!identity.user) return null;
  const { actor } = identity;
  const language = await languageOf(args.request);
  const hand = await readHand(args.context.app.db, { actor, language });
  const view = await viewHand(args, identity, hand);
  return view && { ...view, to: missionPaths.cards() };
}

/** The same for the screen of the open card. */
export async function viewHand(
  { request, context: { app } }: RequestArgs,
  { actor: { eventId, userId }, isExpired }: Identity,
  { cards, left }: Hand,
): Promise<HandView | null> {
  const { db, storage, env } = app;
  const [t, language, own] = await Promise.all([
    translator(request),
    languageOf(request),
    userId !== null && cards.length > 0 ? listUserPhotos(db, { eventId, userId }) : [],
  ]);
  const done = cards.flatMap(({ missionId, text, doneAt }) => {
    if (doneAt === null) return [];
    const time = formatTime(doneAt, language, env.EVENT_TIME_ZONE);
    const photo = own.find((one) => one.missionId !== null && one.missionId === missionId);
    return {
      text: text ?? t('missions:gone'),
      time: t('missions:done', { time }),
      pictureUrl: photo ? thumbnailUrl(photoUrl(photo, storage), 320) : null,
    };
  });
  const isOpen = !isExpired && cards.length > done.length;
  if (done.length === 0 && !isOpen) return null;
  const count = isExpired ? 0 : left;
  const total = Math.min(CARDS_EACH, cards.length + count);
  return {
    title: t('missions:mine'),
    progress: t('missions:progress', { done: done.length, total }),
    to: null,
    done,
    open: isOpen ? { title: t('missions:to_turn'), text: t('missions:whenever') } : null,
    left: { count, text: count > 0 ? t('missions:left', { count }) : '' },
  };
}
