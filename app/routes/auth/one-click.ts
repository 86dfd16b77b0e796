/** The field of the mail program's own button (RFC 8058), which may not be redirected. */
export const ONE_CLICK = 'List-Unsubscribe';
