import { useEffect, useState } from 'react';
import { waitForServer } from '~/browser/reach';

/**
 * Code that is imported after hydration: nothing waits for it. With `lazy`, its `Suspense` would hold up
 * the page's first updates, or have the page drawn anew.
 * @param load keeps its identity between renders
 * @returns undefined until it is there
 */
export function useLate<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [module, setModule] = useState<Module>();
  useEffect(() => {
    const left = new AbortController();
    untilLoaded(load, left.signal).then(
      (loaded) => left.signal.aborted || setModule(loaded),
      // Whoever needed it is gone.
      () => undefined,
    );
    return () => left.abort();
  }, [load]);
  return module;
}

/** Loads code, again and again until the server gives it; fails when `signal` says so. */
export async function untilLoaded<Module>(
  load: () => Promise<Module>,
  signal: AbortSignal,
): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      await waitForServer(signal);
    }
  }
}
