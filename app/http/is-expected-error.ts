import { isRouteErrorResponse } from '@remix-run/react';

/** Whether the server refused on purpose (ended, denied, gone), and not because something broke. */
export function isExpectedError(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500;
}
