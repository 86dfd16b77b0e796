import type { ViewerView } from '~/components/event/event-views';
import type { Translator } from '~/i18n/format';
import { can, type Person } from '~/models/access';
import { isDemo } from '~/models/event/rules';
import type { ListedPhoto } from '~/models/photo/read.server';
import { organizerPaths } from '~/organizer-paths';

/** The note at a hidden photo for those who still see it, and the button to show it again. */
export function hiddenOf(
  t: Translator,
  { id, eventId, userId, userName }: ListedPhoto,
  { actor, next }: { actor: Person; next: string },
): ViewerView['hidden'] {
  const isOwn = userId === actor.userId;
  if (!can(actor, 'photo.hide', { eventId })) {
    const text = t(isDemo({ id: eventId }) ? 'event:hidden.demo' : 'event:hidden.own');
    return { text, show: null };
  }
  return {
    text: isOwn ? t('event:hidden.alone') : t('event:hidden.organizer', { name: userName }),
    show: { label: t('event:hidden.show'), action: organizerPaths.photoHidden(id), next },
  };
}
