import { POLLING } from '~/offline/adaptive-polling';
import { useChangePolling } from '~/offline/use-change-polling';
import { calls } from '~/paths';

/** Draws nothing: sees to it that the number in the header grows while a screen stays open. */
export function UnreadPoll({ count }: { count: number }) {
  useChangePolling({
    url: calls.messages({ unread: 1 }),
    schedule: POLLING.messages,
    pick: (answer) => (answer as unknown[]).length,
    known: count,
  });
  return null;
}
