import type { CookieOptions } from '@remix-run/node';
import type { Env } from '~/env.server';

/**
 * A signed cookie that no script reads (rule `session.cookie`). Where the public origin is https, it travels
 * over https alone, whatever a proxy says, and its name begins with `__Host-`: the browser then takes it from
 * this very host, and from no neighbouring one.
 */
export function ownCookie(
  env: Pick<Env, 'PUBLIC_ORIGIN' | 'SESSION_SECRET'>,
  { name, maxAge }: { name: string; maxAge: number },
): CookieOptions & { name: string } {
  const secure = env.PUBLIC_ORIGIN?.startsWith('https:') ?? false;
  return {
    name: secure ? `__Host-${name}` : name,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge,
    secrets: env.SESSION_SECRET,
  };
}

/** What to store a cookie with where no public origin is set: over https it stays there. */
export function asAsked({ url }: Request): CookieOptions {
  return new URL(url).protocol === 'https:' ? { secure: true } : {};
}
