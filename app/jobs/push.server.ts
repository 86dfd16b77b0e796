import type { Env } from '~/env.server';
import { pushNotice } from '~/i18n/platform-texts.server';
import { SYSTEM } from '~/models/access';
import { deliverPush, listDueDeliveries, type Delivered } from '~/models/push/deliver.server';
import { listDueNotices, planNotice } from '~/models/push/plan.server';
import type { PushSender } from '~/services/push/push.server';
import type { JobDeps, JobPlan } from './job.server';

const EVERY_MS = 5 * 1000;

type Deps = JobDeps & { push: PushSender; env: Pick<Env, 'EVENT_TIME_ZONE'> };

const COUNTS = {
  sent: 'notified',
  later: 'failed',
  failed: 'unsent',
  gone: 'devices',
  void: null,
} as const satisfies Record<Delivered, string | null>;

/**
 * Notifies devices (rules `push.topics`, `push.once`): plans what is due, then sends what is planned, as many at once
 * as allowed. The run after a stop continues there.
 */
export function pushPlan(deps: Deps): JobPlan {
  const { db, log, now, push, env } = deps;
  const clock = () => ({ now: now(), timeZone: env.EVENT_TIME_ZONE });
  const send = { db, push, words: pushNotice };
  return {
    name: 'push',
    everyMs: EVERY_MS,
    async work({ mayContinue }) {
      const counts = { notified: 0, failed: 0, unsent: 0, devices: 0 };
      for (const planned of await listDueNotices(db, clock())) {
        if (!(await mayContinue())) return counts;
        const devices = await planNotice(db, { actor: SYSTEM, now: now(), planned });
        const { eventId, topic } = planned;
        if (devices > 0) log.info({ eventId, topic, devices }, 'devices are notified');
      }
      for (;;) {
        const due = await listDueDeliveries(db, { now: now() });
        if (due.length === 0 || !(await mayContinue())) return counts;
        const done = await Promise.all(
          due.map((delivery) => deliverPush(send, { actor: SYSTEM, delivery, clock: clock() })),
        );
        for (const what of done) {
          const count = COUNTS[what];
          if (count) counts[count] += 1;
        }
      }
    },
  };
}
