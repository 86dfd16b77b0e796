/** Known to the screens below, which load the dialog itself only when it is opened. */
export const LOGIN_TITLE_ID = 'login-title';
export const PHOTO_DELETE_TITLE_ID = 'photo-delete-title';
export const DESCRIPTION_TITLE_ID = 'description-title';
export const PHOTO_REPORT_TITLE_ID = 'photo-report-title';
export const REPORT_DELETE_TITLE_ID = 'report-delete-title';
export const PARTICIPANT_REMOVE_TITLE_ID = 'participant-remove-title';
export const EVENT_DELETE_TITLE_ID = 'event-delete-title';
export const INVITE_TITLE_ID = 'invite-title';
export const ACCOUNT_DELETE_TITLE_ID = 'account-delete-title';
