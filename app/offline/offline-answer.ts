import { data } from '@remix-run/react';

/** What a `clientAction` answers when its server was not reached. */
export interface OfflineAnswer {
  code: 'offline';
}

/** Whether an answer says so: then nothing has changed there, and nothing can be loaded anew. */
export function isOfflineAnswer(answer: unknown): answer is OfflineAnswer {
  return (answer as Partial<OfflineAnswer> | null | undefined)?.code === 'offline';
}

/**
 * What a `clientAction` returns when its server was not reached, with what else the form wants to
 * know. Its status tells the router not to load anything anew: the screen stays as it is.
 */
export function offlineAnswer<More extends object>(more?: More) {
  return data({ ...(more as More), code: 'offline' as const }, 503);
}
