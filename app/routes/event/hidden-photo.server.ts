import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ViewerView } from '~/components/event/event-views';
import type { Identity } from '~/http/guards.server';
import type { Translator } from '~/i18n/format';
import { translator } from '~/i18n/i18n.server';
import { can, type Person } from '~/models/access';
import { findOrganizer } from '~/models/event/read.server';
import { isDemo } from '~/models/event/rules';
import type { ListedPhoto } from '~/models/photo/read.server';
import { firstName } from '~/models/user/rules';
import { organizerPaths } from '~/organizer-paths';

/**
 * The note that replaces the star of a photo which takes none: only its owner and the organizer see the photo, or it is
 * late.
 */
interface PhotoNote {
  note?: string;
  isWaiting?: true;
}

/**
 * Reads what the notes of some photos need: the organizer's first name, which the note of a waiting photo tells its
 * owner.
 * @returns the note of each photo; an empty one for a photo of the contest that everybody sees
 */
export async function readNotes(
  { request, context: { app } }: LoaderFunctionArgs,
  { actor, event }: Pick<Identity, 'actor' | 'event'>,
  photos: readonly ListedPhoto[],
): Promise<(photo: ListedPhoto) => PhotoNote> {
  const t = await translator(request);
  const isTold = actor.role !== 'organizer' && photos.some(({ isPending }) => isPending);
  const organizer = isTold ? await findOrganizer(app.db, { eventId: event.id }) : null;
  const pending = organizer
    ? t('server:event.pending.mark', { name: firstName(organizer.name) })
    : t('server:event.pending.mark_you');
  return ({ hiddenAt, isPending, late }) => {
    if (isPending) return { note: pending, isWaiting: true };
    if (hiddenAt) return { note: t('server:event.hidden.mark') };
    return late ? { note: t('server:event.late.mark') } : {};
  };
}

/**
 * The sentence for a photo that waits, in the viewer, and the button that approves it.
 * @param params.note as `readNotes` returns it
 */
export function pendingOf(
  t: Translator,
  { id, eventId, userId, userName }: ListedPhoto,
  { actor, next, note }: { actor: Person; next: string; note: string },
): ViewerView['hidden'] {
  if (!can(actor, 'photo.approve', { eventId })) {
    return { text: t('server:event.pending.own', { mark: note }), show: null, isWaiting: true };
  }
  const isOwn = userId === actor.userId;
  const text = isOwn
    ? t('server:event.pending.alone')
    : t('server:event.pending.organizer', { name: userName });
  const show = {
    label: t('server:event.pending.approve'),
    action: organizerPaths.photoApprove(id),
    next,
  };
  return { text, show, isWaiting: true };
}

/** The note for a hidden photo for people who still see it, and the button to show it again. */
export function hiddenOf(
  t: Translator,
  { id, eventId, userId, userName }: ListedPhoto,
  { actor, next }: { actor: Person; next: string },
): ViewerView['hidden'] {
  const isOwn = userId === actor.userId;
  if (!can(actor, 'photo.hide', { eventId })) {
    const text = t(
      isDemo({ id: eventId }) ? 'server:event.hidden.demo' : 'server:event.hidden.own',
    );
    return { text, show: null };
  }
  return {
    text: isOwn
      ? t('server:event.hidden.alone')
      : t('server:event.hidden.organizer', { name: userName }),
    show: { label: t('server:event.hidden.show'), action: organizerPaths.photoHidden(id), next },
  };
}
