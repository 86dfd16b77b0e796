import { Suspense, type ReactNode } from 'react';
import { useHydrated } from '~/components/ui/use-hydrated';

/**
 * Parts whose code is loaded once the page is alive; nothing is drawn until then. In the server's page their `Suspense`
 * would hold up the page's first updates.
 */
export function AfterHydration({ children }: { children: ReactNode }) {
  return useHydrated() ? <Suspense>{children}</Suspense> : null;
}
