import { memberOf } from '~/models/access';
import { createEvent, type CreateEventValues } from '~/models/event.server';
import { keepReturnToken } from '~/models/return-link.server';
import type { RequestArgs } from './context';
import { signIn } from './session.server';
import { byAddress, withLimit } from './throttle.server';

/**
 * Creates an event, as often as one address may, and signs its organizer in; their dashboard shows the
 * private return link once.
 * @throws DomainError too_many_attempts, and what `createEvent` throws
 */
export async function createAndSignIn(args: RequestArgs, values: CreateEventValues) {
  const { app } = args.context;
  const { event, user, returnToken } = await withLimit(args, byAddress(args, 'created_event'), () =>
    createEvent(app.db, { values, today: app.today() }),
  );
  await keepReturnToken(app, { actor: memberOf(user), token: returnToken });
  await signIn(args, { user });
  return { event, user };
}
