import { useTranslation } from 'react-i18next';
import type { ReportReason } from '~/models/report';

/** Puts a reason into the reader's words; null when none was given. Own words stay as they are. */
export function useReasonText(): (reason: ReportReason) => string | null {
  const { t } = useTranslation('flags');
  return ({ choice, details }) => {
    if (!choice) return details;
    const chosen = t(`choice.${choice}`);
    return details ? t('reason.with_details', { choice: chosen, details }) : chosen;
  };
}
