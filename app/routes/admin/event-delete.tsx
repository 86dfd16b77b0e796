import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AdminEventDelete, type AdminEventDeleteView } from '~/components/admin/admin-event-delete';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { requireAdmin } from '~/http/admin.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import { isDemo } from '~/models/event/rules';
import { deleteEvent } from '~/models/event/end.server';
import { getEvent } from '~/models/event/read.server';
import { keepForm } from '~/browser/keep-form';
import { adminPaths } from '~/admin-paths';
import { orRefuse, pageId } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['admin'] };

/** Asks the administrator to confirm the deletion of an event. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const eventId = pageId(args.params.eventId);
    if (isDemo({ id: eventId })) throw new DomainError('demo_event_protected');
    const { id, name } = await getEvent(args.context.app.db, { eventId });
    const view: AdminEventDeleteView = {
      id,
      name,
      next: nextOf(args.request, adminPaths.events()),
    };
    return { title: t('admin:events.confirm'), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireAdmin(args);
  const says = {
    next: nextOf(args.request, adminPaths.events()),
    done: 'admin:events.deleted',
    refused: 'admin:events.delete_failed',
    failed: 'unknown',
  } as const;
  return outcome(args, says, () =>
    deleteEvent(args.context.app.db, { actor, eventId: pageId(args.params.eventId) }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function EventDelete() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <AdminEventDelete view={view} />
    </DialogPage>
  );
}
