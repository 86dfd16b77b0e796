import { createCookie, type Cookie, type CookieOptions } from '@remix-run/node';
import type { Env } from '~/env.server';

/**
 * A signed cookie that scripts cannot read (rule `session.cookie`). If the public origin is https, the cookie
 * is sent over https only, whatever a proxy says, and its name starts with `__Host-`, so that the browser
 * accepts it from this host only and not from a sibling host.
 */
export function ownCookie(
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'SESSION_SECRET'>,
  { name, maxAge }: { name: string; maxAge: number },
): Cookie {
  const secure = env.PUBLIC_ORIGIN?.startsWith('https:') ?? false;
  return createCookie(secure ? `__Host-${name}` : name, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge,
    secrets: env.SESSION_SECRET,
  });
}

/** Cookie options without a public origin: a cookie set over https is sent over https only. */
export function secureIfHttps({ url }: Request): CookieOptions {
  return new URL(url).protocol === 'https:' ? { secure: true } : {};
}
