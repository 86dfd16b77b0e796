import type { RequestArgs } from '~/http/context';
import { identify } from '~/http/guards.server';
import type { Leaving } from '~/components/auth/entry-form';
import type { JoinValues } from '~/components/auth/join-form';
import { translator } from '~/i18n/i18n.server';
import { isFoundBy } from '~/models/event/names.server';

/**
 * The question that a member of another event must confirm before these names open one (rule
 * `session.one-event`); null for all other users.
 */
export async function loadLeaving(args: RequestArgs, names: JoinValues): Promise<Leaving | null> {
  const identity = await identify(args);
  if (!identity?.user) return null;
  const { event, user } = identity;
  if (await isFoundBy(args.context.app.db, { event, names })) return null;
  const t = await translator(args.request);
  return {
    title: t('server:auth.leaving.title', { event: event.name }),
    text: t('server:auth.leaving.text', { name: user.name }),
    leave: t('server:auth.leaving.leave'),
    stay: t('server:auth.leaving.stay'),
  };
}
