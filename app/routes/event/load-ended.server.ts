import type { LoaderFunctionArgs } from '@remix-run/node';
import type { EndedEvent } from '~/components/shell/ended-overlay';
import { isReadOnly, type Identity } from '~/http/guards.server';
import { formatDay, formatDayOfWeek } from '~/i18n/format';
import { languageOf } from '~/i18n/i18n.server';
import type { Language } from '~/i18n/languages';
import { photosUntilOf, takesLatePhotos } from '~/models/event/late-photos';
import { lastRetentionDay } from '~/models/event/retention';

/** The screens that only a running event has, and the one that adds photos, which may be late (rule `photos.late`). */
const CLOSED = '^/(photos/\\d+/star/move|event/(invite|remind))$';
const ADDING = '^/photos/new$';

/** The notice that an event has ended; null while it runs. */
export async function loadEnded(
  { request }: LoaderFunctionArgs,
  identity: Identity,
): Promise<EndedEvent | null> {
  const { event, isExpired } = identity;
  if (!isExpired) return null;
  const language = await languageOf(request);
  const photosUntil = latePhotosDay(identity, language);
  return {
    name: event.name,
    endDay: formatDay(event.endDate, language),
    photosUntil,
    closed: photosUntil ? CLOSED : `${ADDING}|${CLOSED}`,
    until: isReadOnly(identity) ? formatDay(lastRetentionDay(event), language) : null,
  };
}

/** The last day of late photos, as text, for members who may add some now; null for everybody else. */
export function latePhotosDay(
  { event, actor, access }: Identity,
  language: Language,
): string | null {
  const day = photosUntilOf(event);
  const mayAdd = actor.role !== 'visitor' && access !== 'closed';
  return mayAdd && day && takesLatePhotos(event, actor.today)
    ? formatDayOfWeek(day, language)
    : null;
}
