import type { ExtentView } from '~/components/shop/shop-views';
import { formatDay, formatNumber } from '~/i18n/format';
import type { Language } from '~/i18n/languages';
import type { Day } from '~/models/day';

/** The places and last day of an event, in the reader's language. */
export function extentView(
  { maxUsers, endDate }: { maxUsers: number; endDate: Day },
  language: Language,
): ExtentView {
  return { places: formatNumber(maxUsers, language), day: formatDay(endDate, language) };
}
