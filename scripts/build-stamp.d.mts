/** The repository's root, with a trailing slash. */
export const root: string;
/** Whether the build is missing or older than its sources. */
export function isBuildStale(): boolean;
