/** Whether the page runs as an installed app, from the home screen. */
export function isInstalled(): boolean {
  const isApple = (navigator as { standalone?: boolean }).standalone === true;
  return isApple || window.matchMedia('(display-mode: standalone)').matches;
}

/** Whether this is an iPhone or an iPad, which identifies itself as a Mac. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Mac OS X/.test(userAgent) && maxTouchPoints > 1);
}
