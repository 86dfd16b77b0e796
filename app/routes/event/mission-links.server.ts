import type { LoaderFunctionArgs } from '@remix-run/node';
import type { Slide } from '~/components/event/event-views';
import { languageOf } from '~/i18n/i18n.server';
import { readTags } from '~/models/mission/read.server';
import { missionPaths } from '~/mission-paths';

/**
 * Reads the missions of photos, in the reader's language, with the URLs of all photos for them.
 * @returns the mission of each photo; nothing for a photo without one
 */
export async function readMissionLinks(
  { request, context: { app } }: LoaderFunctionArgs,
  photos: readonly { missionId: number | null }[],
): Promise<(photo: { missionId: number | null }) => Pick<Slide, 'mission'>> {
  const tagOf = await readTags(app.db, { photos, language: await languageOf(request) });
  return (photo) => {
    const tag = tagOf(photo);
    return tag ? { mission: { to: missionPaths.photos(tag.id), text: tag.text } } : {};
  };
}
