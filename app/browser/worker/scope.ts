/** The worker's own global scope: the types here are those of a page. */
export const scope = self as unknown as ServiceWorkerGlobalScope;
