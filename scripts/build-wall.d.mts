/** Writes the wall's program into the browser's build, which has to exist. */
export function buildWall(): Promise<void>;
/** One of its files in development; null for any other path. */
export function wallFile(path: string): Promise<Uint8Array | null>;
