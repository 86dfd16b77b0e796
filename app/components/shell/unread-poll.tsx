import { MESSAGE_PAGE, type PublicMessage } from '~/models/message';
import { POLLING } from '~/offline/poll-schedules';
import { useChangePolling } from '~/offline/use-change-polling';
import { endpoints } from '~/paths';

/** Draws nothing: sees to it that the number in the header grows while a screen stays open. */
export function UnreadPoll({ count }: { count: number }) {
  useChangePolling({
    url: endpoints.messages({ unread: 1 }),
    schedule: POLLING.messages,
    pick: countOrNewest,
    // More than a page cannot be compared with its newest: the first answer is what counts then.
    known: count < MESSAGE_PAGE ? count : undefined,
  });
  return null;
}

/** How many are unread; of a full page, behind which there may be more, which one came last. */
function countOrNewest(answer: unknown): number | string {
  const unread = answer as PublicMessage[];
  return unread.length < MESSAGE_PAGE ? unread.length : `newest ${unread[0]?.id}`;
}
