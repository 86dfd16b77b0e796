import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { cspFor } from '../app/entry.server';
import type { PrivateLinks } from './private-link';

/**
 * Sets the Content-Security-Policy with a nonce per response, and the other headers.
 * @param policyFor the application's policy for a path
 * @param options.imageOrigin the current origin of photos besides this site
 */
export function securityHeaders(
  policyFor: typeof cspFor,
  {
    imageOrigin,
    isDevelopment,
    isPrivateLink,
  }: {
    imageOrigin: () => string | null;
    isDevelopment: boolean;
    isPrivateLink: PrivateLinks['isPrivateLink'];
  },
) {
  const constant = constantHeaders();
  return (request: Request, response: Response, next: NextFunction): void => {
    for (const [name, value] of constant) response.setHeader(name, value);
    // Not `no-referrer`: browsers would send its forms with the origin `null`, and only newer ones also say that a form
    // is same-origin (`refuseForeignWrites`).
    if (isPrivateLink(request.path)) response.setHeader('Referrer-Policy', 'strict-origin');
    const nonce = randomBytes(16).toString('base64url');
    response.locals.nonce = nonce;
    response.setHeader(
      'Content-Security-Policy',
      policyFor(request.path, { nonce, imageOrigin: imageOrigin(), isDevelopment }),
    );
    next();
  };
}

/** Helmet runs twelve handlers that set the same headers on every response, so they run once. */
function constantHeaders(): [string, string][] {
  const headers = new Map([['Permissions-Policy', 'camera=(), microphone=(), geolocation=()']]);
  const response = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  const setAll = helmet({
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  setAll({} as never, response as unknown as ServerResponse, () => {});
  return [...headers];
}
