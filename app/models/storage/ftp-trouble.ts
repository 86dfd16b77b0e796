/** The likely causes of a failed check of an FTP server. */
const FTP_TROUBLES = [
  'unknown_host',
  'no_answer',
  'silent',
  'certificate',
  'full',
  'forbidden',
  'not_there',
] as const;
type FtpTrouble = (typeof FTP_TROUBLES)[number];

/** How Node, TLS and FTP servers word them. */
const SIGNS: Record<FtpTrouble, RegExp> = {
  unknown_host: /\b(ENOTFOUND|EAI_AGAIN)\b/,
  no_answer: /\b(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)\b/,
  silent: /\bETIMEDOUT\b|time-?out|timed out|no answer within/i,
  certificate: /certificate|altnames?|self.signed/i,
  full: /^(452|552)\b/,
  forbidden: /^(550|553)\b/,
  not_there: /: 404\b/,
};

/** Reads the cause from the one line that the other side has sent; null if that is none of these. */
export function ftpTroubleIn(reason: string): FtpTrouble | null {
  return FTP_TROUBLES.find((trouble) => SIGNS[trouble].test(reason)) ?? null;
}
