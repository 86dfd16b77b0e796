import type { LoaderFunctionArgs } from '@remix-run/node';
import type { MissionWinnersView } from '~/components/event/mission-views';
import { languageOf, translator } from '~/i18n/i18n.server';
import type { Person } from '~/models/access';
import { missionText } from '~/models/mission/sets.server';
import { byMission } from '~/models/mission/winners.server';
import { presentTopPhoto } from '~/models/photo/star.server';
import { missionPaths } from '~/mission-paths';

/**
 * The winners of the missions for a reader who may see the standings (rule `missions.winner`); null without any.
 * @throws DomainError standings_hidden for anybody else
 */
export async function loadMissionWinners(
  { request, context: { app } }: LoaderFunctionArgs,
  reader: Person,
): Promise<MissionWinnersView | null> {
  const winners = byMission(await app.feeds.winners(reader));
  if (winners.length === 0) return null;
  const [t, language] = await Promise.all([translator(request), languageOf(request)]);
  return {
    title: t('missions:winners'),
    missions: winners.map(({ mission, photos }) => ({
      text: missionText(mission, language),
      to: missionPaths.photos(mission.id),
      stars: photos[0]?.favoriteCount ?? 0,
      photos: photos.map((photo) => {
        const { id, imageUrl, userName, caption } = presentTopPhoto(photo, app.storage);
        return { id, imageUrl, userName, caption };
      }),
    })),
  };
}
