import { lazy } from 'react';
import { untilLoaded } from '~/browser/reach';

// Shown after the result, and to those whose first star has fallen: the rest of the pages does without.
export const Keepsakes = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./keepsakes')).Keepsakes })),
);
export const NamingQuestion = lazy(() =>
  untilLoaded(async () => ({ default: (await import('./naming-question')).NamingQuestion })),
);
