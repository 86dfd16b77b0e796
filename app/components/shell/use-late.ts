import { useEffect, useState } from 'react';
import { waitForServer } from '~/browser/reach';

/**
 * Code that is imported after hydration, so nothing waits for it. With `lazy`, its `Suspense` would delay the
 * page's first updates, or draw the page again.
 * @param load must be the same function on every render
 * @returns undefined until it has loaded
 */
export function useLate<Module extends object>(load: () => Promise<Module>): Module | undefined {
  const [module, setModule] = useState<Module>();
  useEffect(() => {
    const left = new AbortController();
    untilLoaded(load, left.signal).then(
      (loaded) => left.signal.aborted || setModule(loaded),
      // The component that needed it is gone.
      () => undefined,
    );
    return () => left.abort();
  }, [load]);
  return module;
}

/** Loads code, and retries until the server answers. Fails if `signal` is aborted. */
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
