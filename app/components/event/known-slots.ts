import type { AddPhotosView } from './add-photos-dialog';

/** The sheet that adds photos, as its loader answers it. */
interface Sheet {
  title: string;
  view: AddPhotosView;
}

let make: (() => Sheet) | undefined;

/** Remembers how the sheet is made of what is known on this phone. */
export function rememberSlots(known: () => Sheet): void {
  make = known;
}

/** The sheet as far as it is known before the server has answered; null where it is not. */
export const previewSlots = (): Sheet | null => make?.() ?? null;
