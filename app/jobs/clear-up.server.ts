import { SYSTEM } from '~/models/access';
import type { Day } from '~/models/day';
import { carryOutClearUps } from '~/models/photo/clear-up.server';
import { carryOutPhotoRemovals } from '~/models/photo/planned-removal.server';
import type { RemovalWords } from '~/models/photo/write.server';
import type { JobDeps, JobPlan } from './job.server';

/** Often, because a removal is promised ten seconds after it was requested. */
const EVERY_MS = 5 * 1000;

interface Deps extends JobDeps {
  removalWords: RemovalWords;
  today(): Day;
}

/** Carries out the organizers' removals (rules `participants.clear-up`, `desk.undo`). */
export function clearUpPlan({ db, now, today, removalWords }: Deps): JobPlan {
  return {
    name: 'clear_up',
    everyMs: EVERY_MS,
    work: async () => {
      const system = { actor: SYSTEM, now: now() };
      return {
        people: await carryOutClearUps(db, system),
        photos: await carryOutPhotoRemovals({ db, removalWords }, { ...system, today: today() }),
      };
    },
  };
}
