/** Builds the service worker into the browser's build, which has to exist. */
export function buildServiceWorker(files: string[]): Promise<void>;
/** One of its scripts in development; null for any other path. */
export function serviceWorkerScript(path: string): Promise<string | null>;
