import { screenPath } from '~/dialog-address';
import type { Screen } from './screen';

// A form's `clientAction` runs outside of React, and has to know what lies below the dialog that sent it.

let shown: Screen | null = null;

/** Notes the screen that is drawn, with its dialog. */
export function noteShown(screen: Screen | null): void {
  shown = screen;
}

/**
 * How many steps back lead from the open dialog to an address: to the dialog that it was opened from, or
 * to the screen below; 0 to any other.
 * @param to may name a place on the screen, which counts for nothing here
 */
export function stepsBackTo(to: string): number {
  if (!shown?.dialog) return 0;
  const { between } = shown.dialog;
  const [address = ''] = to.split('#');
  if (address === between.at(-1)) return 1;
  return address === screenPath(shown) ? between.length + 1 : 0;
}
