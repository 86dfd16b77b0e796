import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AdminEventDelete, type AdminEventDeleteView } from '~/components/admin/admin-event-delete';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { EVENT_DELETE_TITLE_ID } from '~/components/dialogs/title-ids';
import { parseId } from '~/http/api.server';
import { requireAdmin } from '~/http/admin.server';
import { redirectWithOutcome } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { deleteEvent } from '~/models/deletion.server';
import { DomainError } from '~/models/errors';
import { isDemo } from '~/models/event';
import { getEvent } from '~/models/event.server';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['admin', 'admin_errors'] };

export const shouldRevalidate = keepWhenOnlyAsked;

const nextOf = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get('next'), paths.adminEvents());

/** Asks the administrator before an event goes. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAdmin(args);
  const t = await translator(args.request);
  try {
    const eventId = parseId(args.params.eventId);
    if (isDemo({ id: eventId })) throw new DomainError('demo_event_protected');
    const { id, name } = await getEvent(args.context.app.db, { eventId });
    const view: AdminEventDeleteView = { id, name, next: nextOf(args.request) };
    return { title: t('admin:events.confirm'), view };
  } catch (error) {
    refusePage(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  await requireAdmin(args);
  const notice = { done: 'admin:events.deleted', failed: 'admin:events.delete_failed' };
  return redirectWithOutcome(args, nextOf(args.request), notice, () =>
    deleteEvent(args.context.app.db, { eventId: parseId(args.params.eventId) }),
  );
}

export const meta = pageMeta;

export default function EventDelete() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={EVENT_DELETE_TITLE_ID}>
      <AdminEventDelete view={view} />
    </DialogPage>
  );
}
