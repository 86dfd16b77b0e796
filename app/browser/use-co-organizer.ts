import { useMatches } from '@remix-run/react';

/**
 * Whether the viewer is a co-organizer. Co-organizers are not offered anything that only the organizer may do (rule
 * `co-organizers.rights`). The server checks it too.
 */
export function useIsCoOrganizer(): boolean {
  return useMatches().some(
    ({ data }) =>
      (data as { viewer?: { isCoOrganizer?: boolean } } | undefined)?.viewer?.isCoOrganizer ===
      true,
  );
}
