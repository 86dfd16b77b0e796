import { useLate } from './use-late';
import type { WatchProps } from './watch';

const loadWatch = () => import('./watch');

/** The `Watch`, whose code is imported after hydration: nobody waits for it. */
export function LateWatch(props: WatchProps) {
  const late = useLate(loadWatch);
  return late ? <late.Watch {...props} /> : null;
}
