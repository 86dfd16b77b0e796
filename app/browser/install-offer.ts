/** The event by which Chromium offers to install the site. The DOM types do not include it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer, once it has made one. */
export const deferred: { offer?: InstallOffer } = {};

/** Stops the browser from showing its offer, and stores it until a card can show it. */
export function deferInstallOffer(event: Event): void {
  event.preventDefault();
  deferred.offer = event as InstallOffer;
}
