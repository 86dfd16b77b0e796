/** The worker's global scope. TypeScript assumes that of a page. */
export const scope = self as unknown as ServiceWorkerGlobalScope;
