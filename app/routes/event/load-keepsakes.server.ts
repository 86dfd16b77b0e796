import type { LoaderFunctionArgs } from '@remix-run/node';
import type { KeepsakesView, NamingView } from '~/components/event/keepsake-views';
import type { Identity } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import type { Translate } from '~/i18n/translate';
import { mayShare } from '~/models/keepsake/keepsake.server';
import { podiumOf } from '~/models/photo/star';
import type { RankedPhoto } from '~/models/photo/star.server';
import { paths } from '~/paths';
import { PODIUM_FORMATS } from '~/services/podium-geometry';

/**
 * What the reader may download and share of the podium; null before the result is final, for visitors, and if the
 * podium is empty.
 * @param ranking the ranking as the reader may see it
 */
export async function loadKeepsakes(
  args: LoaderFunctionArgs,
  identity: Identity,
  ranking: readonly RankedPhoto[],
): Promise<KeepsakesView | null> {
  const { actor, event, user } = identity;
  const podium = podiumOf(ranking);
  const now = args.context.app.now();
  if (!user || podium.length === 0 || !mayShare({ actor, event, now })) return null;
  const t = await translator(args.request);
  const own = podium.filter(({ userId }) => userId === user.id);
  return {
    title: t('server:keepsake.share.title'),
    text: t('server:keepsake.share.text'),
    pictures: PODIUM_FORMATS.map((format) => ({
      format,
      to: paths.podiumPicture(format),
      label: t(`server:keepsake.share.${format}`),
    })),
    send: t('server:keepsake.share.send'),
    sendAgain: t('server:keepsake.share.again'),
    sendFailed: t('server:keepsake.share.failed'),
    certificates: certificatesOf(
      t,
      actor.role === 'organizer' ? { podium } : { podium: own, isOwn: true },
    ),
    naming: own.length > 0 && user.mayBeNamed === null ? namingWords(t) : null,
  };
}

/** The certificates of photos; null without any. */
function certificatesOf(
  t: Translate,
  { podium, isOwn = false }: { podium: readonly RankedPhoto[]; isOwn?: boolean },
): KeepsakesView['certificates'] {
  if (podium.length === 0) return null;
  const ownKey = podium.length > 1 ? 'own_place' : 'own';
  return {
    title: t('server:keepsake.certificate.title'),
    text: t('server:keepsake.certificate.text'),
    files: podium.map(({ id, place, userName: name }) => ({
      to: paths.certificate(id),
      label: t(`server:keepsake.certificate.${isOwn ? ownKey : 'of'}`, { name, place }),
    })),
  };
}

/** The question about a member's name, as text. */
export function namingWords(t: Translate): NamingView {
  return {
    question: t('server:keepsake.naming.question'),
    text: t('server:keepsake.naming.text'),
    yes: t('server:keepsake.naming.yes'),
    no: t('server:keepsake.naming.no'),
  };
}
