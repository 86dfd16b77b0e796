/** Known to the screens below, which load the dialog itself only when it is opened. */
export const LOGIN_TITLE_ID = 'login-title';
export const DESCRIPTION_TITLE_ID = 'description-title';
