import type { Person } from '~/models/access';
import { planMessage } from '~/models/message/planned.server';
import type { Recipients } from '~/models/message/rules';
import type { PublicPlanned } from '~/models/message/shape';
import { sendMessage } from '~/models/message/write.server';
import type { RequestArgs } from './context';
import { withLimit } from './throttle.server';

interface Written {
  actor: Person;
  toUserId: Recipients;
  message: string;
}

/**
 * Sends a message with a limit per sender and recipient. A message to many counts as one.
 * @throws DomainError too_many_attempts, and what `sendMessage` throws
 */
export function sendLimited(args: RequestArgs, message: Written): ReturnType<typeof sendMessage> {
  return limited(args, message, () => sendMessage(args.context.app.db, message));
}

/**
 * Plans a message with the same limit.
 * @throws DomainError too_many_attempts, and what `planMessage` throws
 */
export function planLimited(
  args: RequestArgs,
  message: Written & { sendAt: Date },
): Promise<PublicPlanned> {
  return limited(args, message, () =>
    planMessage(args.context.app.db, { ...message, clock: clockOf(args) }),
  );
}

/** The present time, and the time zone of the event's days. */
export function clockOf({ context: { app } }: RequestArgs) {
  return { now: app.now(), timeZone: app.env.EVENT_TIME_ZONE };
}

function limited<T>(
  args: RequestArgs,
  { actor, toUserId }: Written,
  work: () => Promise<T>,
): Promise<T> {
  return withLimit(args, ['message', `${actor.userId} to ${toUserId}`], work);
}
