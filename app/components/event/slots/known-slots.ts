import type { AddPhotosView } from './add-photos-dialog';

/** The data of the dialog that adds photos, as its loader returns it. */
interface Sheet {
  title: string;
  view: AddPhotosView;
}

let make: (() => Sheet) | undefined;

/** Sets how the dialog's data is built from what the client knows. */
export function rememberSlots(known: () => Sheet): void {
  make = known;
}

/** The dialog's data before the server has answered; null if unknown. */
export const previewSlots = (): Sheet | null => make?.() ?? null;
