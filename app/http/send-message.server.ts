import type { Person } from '~/models/access';
import { sendMessage } from '~/models/message/write.server';
import type { RequestArgs } from './context';
import { withLimit } from './throttle.server';

/**
 * Sends a message with a limit per sender and recipient. A message to everybody counts as one.
 * @throws DomainError too_many_attempts, and what `sendMessage` throws
 */
export function sendLimited(
  args: RequestArgs,
  message: {
    actor: Person;
    toUserId: number | 'all';
    onlyWithoutPhoto?: boolean;
    message: string;
  },
): ReturnType<typeof sendMessage> {
  const { actor, toUserId } = message;
  return withLimit(args, ['message', `${actor.userId} to ${toUserId}`], () =>
    sendMessage(args.context.app.db, message),
  );
}
