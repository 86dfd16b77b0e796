import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { adminPaths } from '~/admin-paths';
import { AdminEventEnd, type AdminEventEndView } from '~/components/admin/admin-event-end';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { nextOf } from '~/http/origin.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { orRefuse, pageId } from '~/http/refusal.server';
import { formatDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { endedMessage } from '~/i18n/platform-texts.server';
import { DomainError } from '~/models/errors';
import { isDemo, isExpired } from '~/models/event/rules';
import { endEvent } from '~/models/event/end.server';
import { getEvent } from '~/models/event/read.server';
import { lastRetentionDay } from '~/models/event/retention';
import { keepForm } from '~/browser/keep-form';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['admin'] };

/** Asks the administrator to confirm the end of an event. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const { app } = args.context;
  const [t, language] = await Promise.all([translator(args.request), languageOf(args.request)]);
  return orRefuse(args, async () => {
    const eventId = pageId(args.params.eventId);
    if (isDemo({ id: eventId })) throw new DomainError('demo_event_endless');
    const event = await getEvent(app.db, { eventId });
    const today = app.today();
    if (isExpired(event, today)) throw new DomainError('event_over');
    const view: AdminEventEndView = {
      id: event.id,
      name: event.name,
      keptUntil: formatDay(lastRetentionDay({ endDate: today, endedAt: null }), language),
      next: nextOf(args.request, adminPaths.events()),
    };
    return { title: t('admin:ending.title'), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireAdmin(args);
  const { app } = args.context;
  const says = {
    next: nextOf(args.request, adminPaths.events()),
    done: 'admin:ending.done',
    refused: 'admin:ending.failed',
    failed: 'unknown',
  } as const;
  return outcome(args, says, () =>
    endEvent(app.db, {
      actor,
      eventId: pageId(args.params.eventId),
      today: app.today(),
      now: app.now(),
      words: endedMessage,
    }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventEnd() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <AdminEventEnd view={view} />
    </DialogPage>
  );
}
