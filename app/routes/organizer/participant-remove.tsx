import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { keepWhenOnlyAsked } from '~/components/dialogs/dialog-link';
import { DialogPage } from '~/components/dialogs/dialog-page';
import {
  ParticipantRemoveDialog,
  type ParticipantRemoveView,
} from '~/components/dashboard/participant-remove-dialog';
import { PARTICIPANT_REMOVE_TITLE_ID } from '~/components/dialogs/title-ids';
import { parseId } from '~/http/api.server';
import { requireOrganizer } from '~/http/guards.server';
import { redirectWithOutcome } from '~/http/flash.server';
import { translator } from '~/i18n/i18n.server';
import { can } from '~/models/access';
import { removeParticipant } from '~/models/deletion.server';
import { DomainError } from '~/models/errors';
import { countPhotos } from '~/models/event.server';
import { getMember, selfieUrl } from '~/models/user.server';
import { paths, safeNext } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import { pageMeta } from '~/http/page-meta';

export const handle = { i18n: ['organizer'] };

export const shouldRevalidate = keepWhenOnlyAsked;

const nextOf = (request: Request) =>
  safeNext(new URL(request.url).searchParams.get('next'), paths.participants());

/** Asks the organizer before a participant goes. */
export async function loader(args: LoaderFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { db, storage } = args.context.app;
  const next = nextOf(args.request);
  const t = await translator(args.request);
  try {
    const userId = parseId(args.params.userId);
    const member = await getMember(db, { userId, eventId: event.id });
    if (!can(actor, 'member.remove', { eventId: event.id, ownerId: userId })) {
      throw new DomainError('access_denied');
    }
    const view: ParticipantRemoveView = {
      name: member.name,
      selfieUrl: selfieUrl(member, storage),
      photoCount: await countPhotos(db, { eventId: event.id, userId }),
      self: paths.participantRemove(userId, { next }),
      next,
    };
    return { title: t('organizer:remove.title', { name: member.name }), view };
  } catch (error) {
    refusePage(error);
  }
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const notice = { done: 'organizer:remove.removed', failed: 'organizer:remove.failed' };
  return redirectWithOutcome(args, nextOf(args.request), notice, () =>
    removeParticipant(args.context.app.db, { userId: parseId(args.params.userId), actor }),
  );
}

export const meta = pageMeta;

export default function ParticipantRemove() {
  const { view } = useLoaderData<typeof loader>();
  return (
    <DialogPage titleId={PARTICIPANT_REMOVE_TITLE_ID}>
      <ParticipantRemoveDialog view={view} />
    </DialogPage>
  );
}
