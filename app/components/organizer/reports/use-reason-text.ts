import { useTranslation } from 'react-i18next';
import type { ReportReason } from '~/models/report/rules';

/**
 * Translates a reason into the reader's language; null without one. The reporter's own text stays as it is.
 */
export function useReasonText(): (reason: ReportReason) => string | null {
  const { t } = useTranslation('flags');
  return ({ choice, details }) => {
    if (!choice) return details;
    const chosen = t(`choice.${choice}`);
    return details ? t('reason.with_details', { choice: chosen, details }) : chosen;
  };
}
