/** What Chromium offers before it asks whether the site is to be installed; no type of the DOM's has it. */
export interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** The browser's offer, if it has made one. */
export const held: { offer?: InstallOffer } = {};

/** Holds the browser's offer back until somebody can show it. */
export function holdInstallOffer(event: Event): void {
  event.preventDefault();
  held.offer = event as InstallOffer;
}
