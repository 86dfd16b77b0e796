/** The named constraints that models turn into domain errors. They are defined in db/schema. */
type ConstraintName =
  | 'events_pkey'
  | 'events_name_organizer_unique'
  | 'events_dates_check'
  | 'users_event_name_email_unique'
  | 'photos_user_position_unique'
  | 'photos_user_id_users_id_fk'
  | 'flag_reports_photo_reporter_unique'
  | 'flag_reports_photo_id_photos_id_fk'
  | 'flag_reports_reported_by_id_users_id_fk';

/** Whether an error is a violation of this constraint. */
export function isViolation(error: unknown, name: ConstraintName): boolean {
  return violatedConstraint(error) === name;
}

/** PostgreSQL's SQLSTATE for a unique violation. */
const UNIQUE_VIOLATION = '23505';

/** Whether an error is a violation of any unique constraint. */
export function isDuplicate(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as { code?: unknown }).code === UNIQUE_VIOLATION) return true;
  }
  return false;
}

/**
 * The name of the violated constraint, or null. drizzle wraps driver errors, so this searches the causes.
 */
export function violatedConstraint(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { constraint } = current as { constraint?: unknown };
    if (typeof constraint === 'string') return constraint;
  }
  return null;
}
