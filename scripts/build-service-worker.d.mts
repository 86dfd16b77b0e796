/** Builds the service worker into the browser's build, which has to be there. */
export function buildServiceWorker(): Promise<void>;
/** One of its scripts while developing; null for a path that is none of them. */
export function serviceWorkerScript(path: string): Promise<string | null>;
