import Bowser from 'bowser';

/** The device and browser of a session, in names that need no translation. */
interface Device {
  /** “iPhone”, “Android”, “Windows”; null if unknown. */
  device: string | null;
  /** “Safari”, “Firefox”; null if unknown. */
  browser: string | null;
}

/** Longer than any browser's header; the rest is ignored. */
const USER_AGENT_MAX = 500;
const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP));
const MODELS = new Set(['iPhone', 'iPad']);

/** Reads a `User-Agent` and returns only names from known lists, because the header may contain anything. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { device: null, browser: null };
  const { platform, os, browser } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX));
  return {
    device: known(MODELS, platform.model) ?? known(SYSTEMS, os.name),
    // The device already says Android.
    browser: known(BROWSERS, browser.name)?.replace(/ for Android$/, '') ?? null,
  };
}

function known(names: ReadonlySet<string>, name: string | undefined): string | null {
  return name !== undefined && names.has(name) ? name : null;
}
