/** The cookies of one guest's browser for one site. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Stores the cookies of a response's `Set-Cookie` lines, and removes those that have expired. */
  take(lines: readonly string[], now = Date.now()): void {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const separator = pair.indexOf('=');
      if (separator < 1) continue;
      const name = pair.slice(0, separator);
      if (hasExpired(attributes, now)) this.#cookies.delete(name);
      else this.#cookies.set(name, pair.slice(separator + 1));
    }
  }

  /** The `Cookie` header to send, or null if there are no cookies. */
  header(): string | null {
    if (this.#cookies.size === 0) return null;
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/** `Max-Age` takes precedence over `Expires` (RFC 6265). */
function hasExpired(attributes: readonly string[], now: number): boolean {
  const valueOf = (name: string) =>
    attributes
      .map((attribute) => attribute.split('='))
      .find(([key]) => key?.toLowerCase() === name)?.[1];
  const maxAge = valueOf('max-age');
  if (maxAge !== undefined) return Number(maxAge) <= 0;
  const expires = valueOf('expires');
  return expires !== undefined && Date.parse(expires) <= now;
}
