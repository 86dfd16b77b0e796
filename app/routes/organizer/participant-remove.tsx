import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import {
  ParticipantRemoveDialog,
  type ParticipantRemoveView,
} from '~/components/organizer/people/participant-remove-dialog';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { DomainError } from '~/models/errors';
import { countPhotosOf } from '~/models/event/read.server';
import { recordSecurity } from '~/http/security-log.server';
import { removeParticipant } from '~/models/user/remove.server';
import { getMember, selfieUrl } from '~/models/user/read.server';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { orRefuse, pageId } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['organizer'] };

/** Asks the organizer to confirm the removal of a participant. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { db, storage } = args.context.app;
  const next = nextOf(args.request, organizerPaths.participants());
  const t = await translator(args.request);
  return orRefuse(args, async () => {
    const userId = pageId(args.params.userId);
    const member = await getMember(db, { userId, eventId: event.id });
    if (!can(actor, 'member.remove', { eventId: event.id, ownerId: userId })) {
      throw new DomainError('access_denied');
    }
    const view: ParticipantRemoveView = {
      name: member.name,
      selfieUrl: selfieUrl(member, storage),
      photoCount: await countPhotosOf(db, { eventId: event.id, userId }),
      self: organizerPaths.participantRemove(userId, { next }),
      next,
    };
    return { title: t('organizer:remove.title', { name: member.name }), view };
  });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const says = {
    next: nextOf(args.request, organizerPaths.participants()),
    done: 'organizer:remove.removed',
    refused: 'organizer:remove.failed',
  } as const;
  const form = await readForm(args);
  return outcome(args, says, async () => {
    const userId = pageId(args.params.userId);
    await removeParticipant(args.context.app, { userId, actor, keepOut: form.has('keepOut') });
    await recordSecurity(args, 'member_removed', { userId, eventId: event.id });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function ParticipantRemove() {
  const { title, view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <ParticipantRemoveDialog view={view} />
    </DialogPage>
  );
}
