import { isRouteErrorResponse } from '@remix-run/react';

/** Whether the error is an intended refusal (ended, denied, gone) rather than a failure. */
export function isExpectedError(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500;
}
