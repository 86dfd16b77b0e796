/**
 * The inside of a character class: control characters, what breaks a line, and Unicode's bidirectional controls,
 * which change the direction of the text around them. The joiners used in emoji and Persian are not among them.
 */
export const UNSEEN = '\\p{Cc}\\u2028\\u2029\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
