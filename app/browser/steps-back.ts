import { screenPath } from '~/dialog-address';
import type { Screen } from './screen';

// A form's `clientAction` runs outside React and has to know what is below the dialog that sent it.

let shown: Screen | null = null;

/** Notes the screen that is drawn, with its dialog. */
export function noteShown(screen: Screen | null): void {
  shown = screen;
}

/**
 * How many steps back lead from the open dialog to a URL: to the dialog from which it was opened, or to the screen
 * below; 0 for any other URL.
 * @param to its fragment is ignored
 */
export function stepsBackTo(to: string): number {
  if (!shown?.dialog) return 0;
  const { between } = shown.dialog;
  const [address = ''] = to.split('#');
  if (address === between.at(-1)) return 1;
  return address === screenPath(shown) ? between.length + 1 : 0;
}
