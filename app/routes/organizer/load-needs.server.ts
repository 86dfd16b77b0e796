import type { LoaderFunctionArgs } from '@remix-run/node';
import type { NeedsView } from '~/components/organizer/needs/needs-views';
import type { Member } from '~/http/guards.server';
import { returnLinkOf } from '~/http/return-link.server';
import { formatReported, formatSaidShort, type Here } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { totalOf } from '~/models/event/needs';
import { countParticipants } from '~/models/event/read.server';
import {
  countNeeds,
  findOldestUnread,
  findPaymentInProcess,
  otherNeeds,
} from '~/models/event/needs.server';
import { findOldestPending } from '~/models/report/read.server';
import { selfieUrl } from '~/models/user/read.server';
import { listWaiting } from '~/models/photo/approval.server';
import { canCallDuel } from '~/routes/event/load-duel.server';
import { presentReportCard } from './load-reports.server';
import { presentWaiting } from './load-waiting.server';

/** What waits for the organizer, on the desk of a running event and on the screen of an ended one. */
export async function loadNeeds(args: LoaderFunctionArgs, member: Member): Promise<NeedsView> {
  const { actor, event, session, user } = member;
  const { app } = args.context;
  const { db } = app;
  const eventId = event.id;
  const [counts, guestCount, report, [photo], message, payment, t, language] = await Promise.all([
    countNeeds(db, user),
    countParticipants(db, { eventId }),
    findOldestPending(db, { eventId }),
    listWaiting(db, { eventId, limit: 1 }),
    findOldestUnread(db, user),
    actor.isCoOrganizer ? null : findPaymentInProcess(db, { eventId }),
    translator(args.request),
    languageOf(args.request),
  ]);
  const here: Here = { now: app.now(), language, timeZone: app.env.EVENT_TIME_ZONE };
  const { turnedAway } = counts;
  const others = await otherNeeds(app, member, { count: guestCount, turnedAway });
  return {
    total: totalOf(counts, others),
    counts,
    report: report && {
      ...presentReportCard(report, app.storage),
      reported: formatReported(
        t,
        report.reporterName ?? t('flags:card.removed_person'),
        report.createdAt,
        here,
      ),
    },
    photo: photo ? presentWaiting(photo, { t, here, storage: app.storage }) : null,
    message: message && {
      fromUserId: message.fromMark === 'platform' ? null : message.fromUserId,
      fromName: message.fromName,
      // The platform's sender belongs to another event, whose pictures nobody here may load.
      selfieUrl: message.fromMark === 'platform' ? null : selfieUrl(message, app.storage),
      sent: formatSaidShort(t, message.createdAt, here),
      line: message.line,
    },
    payment: payment && {
      key: payment.key,
      plan: payment.plan,
      begun: formatSaidShort(t, payment.createdAt, here),
    },
    ...others,
    isDuelDue: others.isRevealDue && (await canCallDuel(args, member)),
    returnUrl: returnLinkOf(args, { actor, user, session }),
  };
}
