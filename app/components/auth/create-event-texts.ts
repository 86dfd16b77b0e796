/** What the create-event form holds, as typed. */
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

/** The field that carries a chosen password while its own is empty. */
export const KEPT_PASSWORD = 'keptPassword';
/** What is shown in a password's place. */
export const HIDDEN_PASSWORD = '••••••';
