/** A mission that a photo may be for, and the words of its choice. */
export interface MissionOffer {
  id: number;
  label: string;
  /** Whether each photo is for it until somebody says otherwise. */
  isChosen?: boolean;
}
