import type { AddPhotosView } from './add-photos-dialog';

/** The data of the dialog that adds photos, as its loader returns it. */
interface Sheet {
  title: string;
  view: AddPhotosView;
}

let make: ((to: string) => Sheet) | undefined;

/** Sets how the data of the dialog at a URL is built from what the client knows. */
export function rememberSlots(known: (to: string) => Sheet): void {
  make = known;
}

/** The dialog's data before the server has answered; null if unknown. */
export const previewSlots = (to: string): Sheet | null => make?.(to) ?? null;
