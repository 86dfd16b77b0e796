/** The preference that switches the keys of the desk off. */
export const KEYS_OFF = 'nokeys';
