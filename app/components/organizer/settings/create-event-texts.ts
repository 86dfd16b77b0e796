/** The values of the create-event form, as typed. */
export type CreateEventTexts = {
  name: string;
  organizerName: string;
  organizerEmail: string;
  organizerUsername: string;
  organizerPassword: string;
  description: string;
  startDate: string;
  endDate: string;
};

/** The hidden field with the chosen password while its own field is empty. */
export const KEPT_PASSWORD = 'keptPassword';
/** Shown instead of a password. */
export const HIDDEN_PASSWORD = '••••••';
