import { useEffect, useState } from 'react';
import type { UnreadPoll } from './unread-poll';

/**
 * The `UnreadPoll`, whose code is imported after hydration: nothing waits for it. With `lazy`,
 * its `Suspense` would hold up the page's first updates, or have the page drawn anew.
 */
export function LateUnreadPoll({ count }: { count: number }) {
  const [loaded, setLoaded] = useState<{ UnreadPoll: typeof UnreadPoll }>();
  useEffect(() => {
    let isWanted = true;
    import('./unread-poll').then(
      (module) => isWanted && setLoaded(module),
      // Without it the number only stays as it was.
      () => undefined,
    );
    return () => void (isWanted = false);
  }, []);
  return loaded ? <loaded.UnreadPoll count={count} /> : null;
}
