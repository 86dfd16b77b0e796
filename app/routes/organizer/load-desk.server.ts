import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DeskView } from '~/components/event-views';
import { requireOrganizer } from '~/http/guards.server';
import { takeCarried } from '~/http/session.server';
import { formatDayRange } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import { daysRemaining } from '~/models/event';
import { countPhotos, presentEvent } from '~/models/event.server';
import { countStars } from '~/models/favorite.server';
import { paths } from '~/paths';
import { originOf } from '../event/load-event.server';
import { loadDeskParticipants } from './load-participants.server';
import { loadDeskFlags } from './load-reports.server';

/**
 * The organizer's desk (§2). The private link comes out of the session, once: `headers` must go along
 * with the answer.
 */
export async function loadDesk(
  args: LoaderFunctionArgs,
): Promise<{ desk: DeskView; headers: Headers | undefined }> {
  const identity = await requireOrganizer(args);
  const { event } = identity;
  const { app } = args.context;
  const eventId = event.id;
  const [photoCount, starCount, flags, participants, language] = await Promise.all([
    countPhotos(app.db, { eventId }),
    countStars(app.db, { eventId }),
    loadDeskFlags(args, { eventId }),
    loadDeskParticipants(args, identity),
    languageOf(args.request),
  ]);
  const { value: token, headers } = await takeCarried(args, 'returnToken');
  const desk: DeskView = {
    event: presentEvent(event, app.storage),
    dates: formatDayRange(event.startDate, event.endDate, language),
    daysLeft: daysRemaining(event, app.today()),
    photoCount,
    starCount,
    flags,
    participants,
    returnUrl: token && `${originOf(args)}${paths.returnLink(token)}`,
  };
  return { desk, headers: headers ?? undefined };
}
