/** Days that an entry is kept, and how many at most (rule `admin.security`). */
export const SECURITY_KEEP_DAYS = 90;
export const SECURITY_KEEP_MAX = 50_000;

/** What concerns who gets in. */
export const SECURITY_KINDS = [
  'sign_in',
  'locked_out',
  'password_changed',
  'password_taken_back',
  'email_changed',
  'link_renewed',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes_renewed',
  'recovery_code_used',
  'sessions_ended',
  'member_removed',
  'members_cleared',
  'code_renewed',
  'account_deleted',
  'event_deleted',
  'admin_check',
  'admin_check_failed',
  'admin_locked_out',
  'admin_act',
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

/** An entry of the list. */
export interface SecurityEntry {
  id: number;
  kind: SecurityKind;
  eventId: number | null;
  userId: number | null;
  /** A keyed hash: the same for the same address, and nothing else. */
  address: string;
  detail: string | null;
  createdAt: Date;
}
