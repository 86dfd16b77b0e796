/** The repository's root, with a slash at its end. */
export const root: string;
/** Whether the build is missing or older than its sources. */
export function isBuildStale(): boolean;
