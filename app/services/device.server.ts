import Bowser from 'bowser';

/** What a session runs on, as its owner knows it; names that need no translation. */
export interface Device {
  /** “iPhone”, “Android”, “Windows”; null where nobody says. */
  device: string | null;
  /** “Safari”, “Firefox”; null where nobody says. */
  browser: string | null;
}

/** More than any browser says; the rest would only be read for nothing. */
const USER_AGENT_MAX = 500;
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
const MODELS = new Set(['iPhone', 'iPad']);

/** What a `User-Agent` says, as far as it is a name that we know: the header is anybody's to write. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { device: null, browser: null };
  const { platform, os, browser } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX));
  return {
    device: known(MODELS, platform.model) ?? known(SYSTEMS, os.name),
    // Where it runs is said already.
    browser: known(BROWSERS, browser.name)?.replace(/ for Android$/, '') ?? null,
  };
}

function known(names: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}
