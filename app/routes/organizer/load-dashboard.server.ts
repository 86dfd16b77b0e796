import type { LoaderFunctionArgs } from '@remix-run/node';
import type { DashboardView } from '~/components/organizer/dashboard/dashboard-views';
import { requireOrganizer, type Member } from '~/http/guards.server';
import { takeReturnLink } from '~/http/return-link.server';
import { viewDays } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { textsFor } from '~/i18n/own-words.server';
import { linkedOf } from '~/models/event/door';
import { daysRemaining } from '~/models/event/rules';
import { presentEvent } from '~/models/event/read.server';
import { countStars } from '~/models/photo/star.server';
import { countDamaged } from '~/models/photo/media.server';
import { eventUrl } from './load-invitation.server';
import { loadDashboardParticipants } from './load-participants.server';
import { loadProgress } from './load-progress.server';
import { loadDashboardFlags } from './load-reports.server';

/** The organizer's dashboard. A new private link is shown only once. */
export async function loadDashboard(args: LoaderFunctionArgs): Promise<DashboardView> {
  const identity = await requireOrganizer(args);
  const { actor, event, user } = identity;
  const { app } = args.context;
  const eventId = event.id;
  const [photoCount, starCount, progress, flags, participants, damagedCount, shown, language, t] =
    await Promise.all([
      app.feeds.countPhotos(eventId),
      countStars(app.db, { eventId }),
      loadProgress(args, identity),
      loadDashboardFlags(args, { eventId }),
      loadDashboardParticipants(args, identity),
      countDamaged(app.db, { eventId }),
      presentEvent(app, event),
      languageOf(args.request),
      translator(args.request),
    ]);
  const returnUrl = await takeReturnLink(args, { actor, user });
  return {
    userId: user.id,
    event: {
      ...shown,
      ...textsFor(t, event),
    },
    dates: viewDays(t, event, { language }),
    daysLeft: daysRemaining(event, app.today()),
    link: linkedOf(event),
    shareUrl: eventUrl(args, { event, organizerLanguage: user.language }),
    photoCount,
    starCount,
    progress,
    flags,
    participants,
    damagedCount,
    returnUrl,
    openDoor: isDoorOpen(args, user) ? { isProven: identity.session.isProven } : null,
  };
}

/** Whether the organizer's name and address are enough to sign in as the organizer. */
function isDoorOpen({ context: { app } }: LoaderFunctionArgs, { passwordHash }: Member['user']) {
  return passwordHash === null && !app.mail && app.env.ORGANIZER_PROOF !== 'required';
}
