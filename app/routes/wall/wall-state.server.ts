import type { LoaderFunctionArgs } from '@remix-run/node';
import { buildVersion } from '~/build-version.server';
import { originOf } from '~/http/origin.server';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '~/i18n/languages';
import { votingState } from '~/models/photo/voting';
import type { Screen } from '~/models/wall/read.server';
import { programmeAt } from '~/models/wall/reveal';
import type { WallPhoto, WallReveal, WallState } from '~/models/wall/rules';
import type { Show, Shown } from '~/models/wall/show.server';
import { invitationPaths } from '~/invitation-paths';
import { wallPaths } from '~/wall-paths';

/** The language of a wall's texts: the organizer's. */
export function wallLanguage({ organizerLanguage }: Pick<Screen, 'organizerLanguage'>): Language {
  return isLanguage(organizerLanguage) ? organizerLanguage : DEFAULT_LANGUAGE;
}

/** What a screen shows at a moment, without the moment itself. */
export async function wallState(
  args: LoaderFunctionArgs,
  screen: Screen,
  now: Date,
): Promise<Omit<WallState, 'now'>> {
  const { event, settings, key } = screen;
  const { photos, podium, stars, reveal } = await args.context.app.walls.at(screen, now);
  const site = originOf(args).replace(/^https?:\/\//, '');
  return {
    version: buildVersion(),
    language: wallLanguage(screen),
    event: {
      name: event.name,
      url: site + invitationPaths.event(event),
      qrUrl: invitationPaths.code(event, 'svg'),
    },
    programme: programmeAt(event, settings, now),
    paused: settings.isPaused,
    next: settings.nextCount,
    pace: settings.pace,
    photos: photos.map((photo) => presentWallPhoto(photo, key)),
    podium,
    votingClosesAt: event.votingClosesAt?.toISOString() ?? null,
    voting: votingState(event, now),
    stars,
    reveal: reveal && presentReveal(reveal, key),
  };
}

/** A photo that was taken off the wall leaves its place and its owner's name. */
function presentReveal(
  { places, ...reveal }: NonNullable<Show['reveal']>,
  key: string,
): WallReveal {
  return {
    ...reveal,
    places: places.map(({ place, photos }) => ({
      place,
      photos: photos.map(
        ({ photo: { id, imageKey, width, height, userName, caption }, isShown, stars }) => ({
          photoId: id,
          imageUrl: isShown ? wallPaths.photo(key, imageKey) : null,
          width,
          height,
          userName,
          caption: isShown ? caption : null,
          stars,
        }),
      ),
    })),
  };
}

function presentWallPhoto(photo: Shown, key: string): WallPhoto {
  const { id, imageKey, width, height, caption, userName, isFirst, from } = photo;
  const imageUrl = wallPaths.photo(key, imageKey);
  return { id, imageUrl, width, height, caption, userName, isFirst, from };
}
