/** Days until an entry is deleted, and the maximum number (rule `admin.security`). */
export const SECURITY_KEEP_DAYS = 90;
export const SECURITY_KEEP_MAX = 50_000;

/** Events that concern sign-in and access. */
export type SecurityKind =
  | 'sign_in'
  | 'locked_out'
  | 'password_changed'
  | 'password_taken_back'
  | 'email_changed'
  | 'link_renewed'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes_renewed'
  | 'recovery_code_used'
  | 'sessions_ended'
  | 'member_removed'
  | 'members_cleared'
  | 'code_renewed'
  | 'account_deleted'
  | 'event_deleted'
  | 'admin_check'
  | 'admin_check_failed'
  | 'admin_locked_out'
  | 'admin_act';

/** An entry of the log. */
export interface SecurityEntry {
  id: number;
  kind: SecurityKind;
  eventId: number | null;
  userId: number | null;
  /** A keyed hash. It only shows that two entries have the same address. */
  address: string;
  detail: string | null;
  createdAt: Date;
}
