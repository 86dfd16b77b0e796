import type { LateView } from '~/components/organizer/dashboard/late-photos-row';
import { formatDayOfWeek } from '~/i18n/format';
import type { Language } from '~/i18n/languages';
import type { Looking } from '~/models/access';
import type { Day } from '~/models/day';
import { photosUntilOf, type Album } from '~/models/event/late-photos';

/** The last day on which an event takes late photos, for its organizers. */
export function viewLatePhotos(
  event: Album & Looking,
  { today, language }: { today: Day; language: Language },
): LateView {
  const day = photosUntilOf(event);
  return {
    day: day && formatDayOfWeek(day, language),
    isOver: day !== null && day < today,
    isShut: !event.guestsMayLook,
  };
}
