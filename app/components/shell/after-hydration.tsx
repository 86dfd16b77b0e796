import { Suspense, type ReactNode } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * Renders parts whose code is loaded after hydration, and nothing until then. If the server rendered their
 * `Suspense`, React would delay the page's first updates.
 */
export function AfterHydration({ children }: { children: ReactNode }) {
  return useHydrated() ? <Suspense>{children}</Suspense> : null;
}
