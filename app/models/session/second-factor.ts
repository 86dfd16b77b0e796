/** The maximum length of the input, including spaces. */
export const CODE_MAX = 40;

/** The number of recovery codes in a set. */
export const RECOVERY_CODES = 10;

/** The maximum length of the offered secret, encrypted: 32 letters become 80. */
export const OFFERED_MAX = 200;
