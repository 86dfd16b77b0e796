import { POLLING } from '~/offline/poll-schedules';
import { useChangePolling } from '~/offline/use-change-polling';
import { endpoints } from '~/paths';

const UNAUTHORIZED = 401;

/** Loads the screen anew when the number of pending reports has changed; a 401 is silent. */
export function usePendingReports(view: { eventId: number; pendingCount: number }): void {
  useChangePolling({
    url: endpoints.pendingReports(view.eventId),
    schedule: POLLING.reports,
    pick: (reports) => (reports as unknown[]).length,
    known: view.pendingCount,
    silent: [UNAUTHORIZED],
  });
}
