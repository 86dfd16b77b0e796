/**
 * Every error code, with its HTTP status (rule `api.refusals`). Each language has the texts in its `errors`
 * namespace under the same code. The API answers with the English ones.
 */
export const ERROR_STATUS = {
  // validation
  event_name_required: 400,
  event_name_min: 400,
  organizer_name_required: 400,
  organizer_name_min: 400,
  organizer_email_invalid: 400,
  name_min: 400,
  name_max: 400,
  name_invalid: 400,
  name_imitates: 400,
  email_invalid: 400,
  consent_required: 400,
  username_min: 400,
  username_max: 400,
  password_min: 400,
  password_max: 400,
  password_common: 400,
  password_names: 400,
  description_required: 400,
  start_date_required: 400,
  end_date_required: 400,
  end_before_start: 400,
  party_date_outside: 400,
  late_day_outside: 400,
  free_days_max: 400,
  plan_days_max: 400,
  event_begun: 400,
  event_name_typed: 400,
  max_users_invalid: 400,
  max_users_max: 400,
  day_invalid: 400,
  day_past: 400,
  event_over: 409,
  invalid_event_data: 400,
  invalid_image: 400,
  file_required: 400,
  slot_unknown: 400,
  limit_invalid: 400,
  photo_count_invalid: 400,
  switch_invalid: 400,
  no_setting: 400,
  door_invalid: 400,
  caption_max: 400,
  guest_list_empty: 400,
  list_too_long: 400,
  guest_email: 400,
  photos_too_many: 400,
  text_max: 400,
  report_status_invalid: 400,
  message_required: 400,
  recipient_required: 400,
  send_at_invalid: 400,
  send_at_past: 400,
  send_at_after_end: 400,
  voting_time_outside: 400,
  voting_closes_first: 400,
  voting_still_open: 409,
  duel_seconds: 400,
  duel_not_tied: 400,
  ftp_host_required: 400,
  ftp_host_invalid: 400,
  ftp_user_required: 400,
  ftp_password_required: 400,
  ftp_directory_invalid: 400,
  ftp_base_url_required: 400,
  ftp_base_url_invalid: 400,
  ftp_connect_failed: 400,
  ftp_sign_in_failed: 400,
  ftp_directory_failed: 400,
  ftp_write_failed: 400,
  ftp_read_failed: 400,
  ftp_delete_failed: 400,
  admin_username_required: 400,
  passwords_differ: 400,
  event_fate_required: 400,
  successor_required: 400,
  invalid_plan: 400,
  signature_invalid: 400,
  invalid_request: 400,
  all_fields_required: 400,
  // authentication
  not_authenticated: 401,
  authentication_required: 401,
  invalid_credentials: 401,
  password_required: 401,
  password_wrong: 401,
  second_factor_required: 401,
  second_factor_wrong: 401,
  sign_in_link_sent: 401,
  link_expired: 401,
  organizer_proof: 401,
  admin_authentication_failed: 401,
  payment_failed: 402,
  // permission
  event_ended_registration: 403,
  event_ended: 403,
  event_closed: 403,
  access_denied: 403,
  own_email_unconfirmed: 403,
  link_unproven: 403,
  incorrect_organizer_name: 403,
  not_an_organizer: 403,
  no_admin_privileges: 403,
  admin_authentication_required: 403,
  voting_disabled: 403,
  voting_not_open: 403,
  voting_closed: 403,
  standings_hidden: 403,
  duel_own: 403,
  card_stays: 403,
  kept_out: 403,
  code_only: 403,
  demo_door_stays: 403,
  demo_event_protected: 403,
  demo_name_stays: 403,
  demo_event_endless: 403,
  demo_event_organizer: 403,
  // not found
  event_not_found: 404,
  user_not_found: 404,
  photo_not_found: 404,
  report_not_found: 404,
  message_not_found: 404,
  no_event_found: 404,
  result_none: 404,
  reveal_none: 404,
  duel_not_found: 404,
  page_not_found: 404,
  method_not_allowed: 405,
  // conflicts and limits
  event_exists: 409,
  other_event: 409,
  user_exists: 409,
  maybe_known: 409,
  unique_violation: 409,
  event_full: 409,
  co_organizers_full: 409,
  planned_full: 409,
  favorites_full: 409,
  slot_taken: 409,
  own_photo: 409,
  duel_called: 409,
  duel_over: 409,
  flash_too_soon: 409,
  duel_reveal: 409,
  already_reported: 409,
  report_reviewed: 409,
  photo_refused: 409,
  ftp_not_configured: 409,
  second_factor_on: 409,
  second_factor_off: 409,
  payment_settled: 409,
  payment_processing: 409,
  file_too_large: 413,
  too_many_pixels: 413,
  unsupported_media: 415,
  too_many_attempts: 429,
  many_arriving: 429,
  away: 503,
  busy: 503,
  disk_full: 503,
  mail_failed: 503,
  payments_not_set_up: 503,
  service_unavailable: 503,
  cannot_create_event: 503,
  // server errors; the log has the cause
  event_creation_failed: 500,
  login_after_creation_failed: 500,
  registration_failed: 500,
  login_after_registration_failed: 500,
  // rule `sign-in.failure`
  entry_failed: 500,
  logout_failed: 500,
  favorites_failed: 500,
  photo_deletion_failed: 500,
  report_failed: 500,
  reports_failed: 500,
  // rule `invitation.failures`
  users_failed: 500,
  event_image_failed: 500,
  upgrade_failed: 500,
  user_deletion_failed: 500,
  admin_credentials_failed: 500,
  unknown: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Whether a string is one of the codes. Validation messages are. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);
}

/**
 * An existing member who may be the same person as a newcomer. It says nothing about them except whether a
 * link can be mailed.
 */
interface Lookalike {
  getsLink: boolean;
}

/** Measurements for the log when something is refused: sizes, counts and limits, never personal data. */
export type Figures = Readonly<Record<string, number>>;

/**
 * A rule was violated. Models throw it, and the HTTP layer turns it into a status and a text. `field` names
 * the form field; `retryAfter` is in seconds; `reason` is another server's message, verbatim; `lookalike` is
 * a member who may be the same person, as far as the caller may know (rule `sign-in.slip`); `figures` are
 * measurements for the log.
 */
export class DomainError extends Error {
  override readonly name = 'DomainError';
  readonly field?: string;
  readonly retryAfter?: number;
  readonly reason?: string;
  readonly lookalike?: Lookalike;
  readonly figures?: Figures;

  constructor(
    readonly code: ErrorCode,
    details: {
      field?: string;
      retryAfter?: number;
      reason?: string;
      lookalike?: Lookalike;
      figures?: Figures;
      cause?: unknown;
    } = {},
  ) {
    super(code, { cause: details.cause });
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.reason = details.reason;
    this.lookalike = details.lookalike;
    this.figures = details.figures;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
