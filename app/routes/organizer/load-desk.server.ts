import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DeskView } from '~/components/event-views';
import { requireOrganizer } from '~/http/guards.server';
import { takeCarried } from '~/http/session.server';
import { formatDayRange } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { daysRemaining } from '~/models/event';
import { countParticipants, countPhotos, presentEvent } from '~/models/event.server';
import { countStars } from '~/models/favorite.server';
import { paths } from '~/paths';
import { originOf } from '../event/load-event.server';

/**
 * The organizer's desk (§2). The private link comes out of the session, once: `headers` must go along
 * with the answer.
 */
export async function loadDesk(
  args: LoaderFunctionArgs,
): Promise<{ desk: DeskView; headers: Headers | undefined }> {
  const { event } = await requireOrganizer(args);
  const { app } = args.context;
  const eventId = event.id;
  const [photoCount, starCount, participantCount, language] = await Promise.all([
    countPhotos(app.db, { eventId }),
    countStars(app.db, { eventId }),
    countParticipants(app.db, { eventId }),
    languageOf(args.request),
  ]);
  const { value: token, headers } = await takeCarried(args, 'returnToken');
  const desk: DeskView = {
    event: presentEvent(event, app.storage),
    dates: formatDayRange(event.startDate, event.endDate, language),
    daysLeft: daysRemaining(event, app.today()),
    photoCount,
    starCount,
    participantCount,
    returnUrl: token && `${originOf(args)}${paths.returnLink(token)}`,
  };
  return { desk, headers: headers ?? undefined };
}
