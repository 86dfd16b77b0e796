/** What is typed is at most so long, spaces and all. */
export const CODE_MAX = 40;

/** How many recovery codes one gets at a time. */
export const RECOVERY_CODES = 10;

/** The offered secret, encrypted: 32 letters are 80 then. */
export const OFFERED_MAX = 200;
