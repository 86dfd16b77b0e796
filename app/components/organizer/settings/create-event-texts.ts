import { EVENT_TEXT_NAMES } from '~/models/event/rules';

/** The fields of the create-event form and its summary. */
export const CREATE_EVENT_FIELDS = [
  'name',
  'organizerName',
  'organizerEmail',
  'organizerUsername',
  'organizerPassword',
  ...EVENT_TEXT_NAMES,
  'startDate',
  'endDate',
  'partyDate',
] as const;

/** The values of the create-event form, as typed. */
export type CreateEventTexts = Record<(typeof CREATE_EVENT_FIELDS)[number], string>;

/** The hidden field with the chosen password while its own field is empty. */
export const DRAFT_PASSWORD = 'draftPassword';
/** Shown instead of a password. */
export const HIDDEN_PASSWORD = '••••••';
