import type { LoaderFunctionArgs } from '@remix-run/node';
import { buildVersion } from '~/build-version.server';
import { originOf } from '~/http/origin.server';
import { instanceFor } from '~/i18n/i18n.server';
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '~/i18n/languages';
import { tableLabel } from '~/i18n/table-label';
import type { Translate } from '~/i18n/translate';
import { findDuel } from '~/models/duel/read.server';
import { isDuelRunning } from '~/models/duel/rules';
import { readFlash } from '~/models/mission/read.server';
import { missionText } from '~/models/mission/sets.server';
import { byMission } from '~/models/mission/winners.server';
import { votingState } from '~/models/photo/voting';
import type { Screen } from '~/models/wall/read.server';
import { programmeAt } from '~/models/wall/reveal';
import { findFirstTable } from '~/models/table/first.server';
import { listLights } from '~/models/table/read.server';
import {
  FIRST_TABLE_MS,
  type WallDuel,
  type WallPhoto,
  type WallReveal,
  type WallState,
  type WallTable,
  type WallWinner,
} from '~/models/wall/rules';
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
  const { photos, podium, winners, stars, reveal } = await args.context.app.walls.at(screen, now);
  const programme = programmeAt(event, settings, now);
  const site = originOf(args).replace(/^https?:\/\//, '');
  return {
    version: buildVersion(),
    language: wallLanguage(screen),
    event: {
      name: event.name,
      url: site + invitationPaths.event(event),
      qrUrl: invitationPaths.code(event, 'svg'),
    },
    programme: programme === 'missions' ? 'photos' : programme,
    paused: settings.isPaused,
    next: settings.nextCount,
    pace: settings.pace,
    photos: photos.map((photo) => presentWallPhoto(photo, screen)),
    podium,
    winners: programme === 'podium' ? wallWinners(screen, winners) : [],
    votingClosesAt: event.votingClosesAt?.toISOString() ?? null,
    voting: votingState(event, now),
    stars,
    tables: await loadWallTables(args, screen, now),
    first: await loadFirstTable(args, screen, now),
    flash: await loadWallFlash(args, screen, now),
    duel: await loadWallDuel(args, screen, now),
    reveal: reveal && presentReveal(reveal, key),
  };
}

/** A photo that was taken off the wall leaves its place and its owner's name behind. */
function presentReveal(
  { places, ...reveal }: NonNullable<Show['reveal']>,
  key: string,
): WallReveal {
  return {
    ...reveal,
    places: places.map(({ place, photos }) => ({
      place,
      photos: photos.map(
        ({ photo: { id, imageKey, width, height, userName, caption }, isShown, ...told }) => ({
          ...told,
          photoId: id,
          imageUrl: isShown ? wallPaths.photo(key, imageKey) : null,
          width,
          height,
          userName,
          caption: isShown ? caption : null,
        }),
      ),
    })),
  };
}

function wallWinners(screen: Screen, winners: Show['winners']): WallWinner[] {
  const language = wallLanguage(screen);
  return byMission(winners).map(({ mission, photos }) => ({
    mission: missionText(mission, language),
    photoIds: photos.map(({ id }) => id),
    stars: photos[0]?.favoriteCount ?? 0,
  }));
}

/** The tables, while their programme is on. */
async function loadWallTables(
  { context: { app } }: LoaderFunctionArgs,
  screen: Screen,
  now: Date,
): Promise<WallTable[]> {
  const { event, settings } = screen;
  if (programmeAt(event, settings, now) !== 'tables') return [];
  const [t, tables] = await Promise.all([wallTranslator(screen), listLights(app.db, event)]);
  return tables.map(({ photos, bulbs, ...table }) => ({
    name: tableLabel(t, table),
    photos,
    bulbs,
  }));
}

/** The first table that is lit completely, as long as the wall shows the news (rule `wall.tables`). */
async function loadFirstTable(
  { context: { app } }: LoaderFunctionArgs,
  screen: Screen,
  now: Date,
): Promise<WallState['first']> {
  const table = await findFirstTable(app.db, { eventId: screen.event.id });
  const at = table?.wholeAt.getTime() ?? 0;
  if (!table || now.getTime() - at > FIRST_TABLE_MS) return null;
  return { name: tableLabel(await wallTranslator(screen), table), at };
}

/** The flash mission that runs, in the wall's language (rule `wall.flash`). */
async function loadWallFlash(
  { context: { app } }: LoaderFunctionArgs,
  screen: Screen,
  now: Date,
): Promise<WallState['flash']> {
  const clock = { now, today: app.today(), language: wallLanguage(screen) };
  const flash = await readFlash(app.db, screen.event, clock);
  return flash && { text: flash.text, endsAt: flash.endsAt.getTime() };
}

async function wallTranslator(screen: Screen): Promise<Translate> {
  const language = wallLanguage(screen);
  return (await instanceFor(language)).getFixedT(language) as Translate;
}

/** The duel that runs. Its photos are shown even if they were taken off the wall, because the duel is about them. */
async function loadWallDuel(
  { context: { app } }: LoaderFunctionArgs,
  screen: Screen,
  now: Date,
): Promise<WallDuel | null> {
  const { event } = screen;
  if (!isDuelRunning(event, now)) return null;
  const duel = await findDuel(app.db, { eventId: event.id });
  if (!duel) return null;
  const startedAt = duel.startedAt.getTime();
  const photos = duel.photos.map((photo) =>
    presentWallPhoto({ ...photo, mission: null, isFirst: false, from: startedAt }, screen),
  );
  return { startedAt, endsAt: duel.endsAt.getTime(), photos };
}

type WallPhotoColumn = Exclude<keyof WallPhoto, 'imageUrl'> | 'imageKey';

function presentWallPhoto(photo: Pick<Shown, WallPhotoColumn>, screen: Screen): WallPhoto {
  const { id, imageKey, width, height, caption, userName, isFirst, from } = photo;
  const imageUrl = wallPaths.photo(screen.key, imageKey);
  const mission = photo.mission && missionText(photo.mission, wallLanguage(screen));
  return { id, imageUrl, width, height, caption, mission, userName, isFirst, from };
}
