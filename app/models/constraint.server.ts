/** The named constraints that models turn into refusals; they stand in db/schema. */
export type ConstraintName =
  | 'events_pkey'
  | 'events_name_organizer_unique'
  | 'events_dates_check'
  | 'users_event_name_email_unique'
  | 'photos_user_position_unique'
  | 'photos_user_id_users_id_fk'
  | 'flag_reports_photo_reporter_unique'
  | 'flag_reports_photo_id_photos_id_fk'
  | 'flag_reports_reported_by_id_users_id_fk';

/** Whether an error is the refusal of this very constraint. */
export function isViolation(error: unknown, name: ConstraintName): boolean {
  return violatedConstraint(error) === name;
}

/** What PostgreSQL calls a row that is there already. */
const UNIQUE_VIOLATION = '23505';

/** Whether an error is the refusal of any row that is there already. */
export function isDuplicate(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ((current as { code?: unknown }).code === UNIQUE_VIOLATION) return true;
  }
  return false;
}

/**
 * The name of the constraint that an error is the refusal of, or null. drizzle wraps what the driver
 * throws, so the causes are looked through; postgres.js and PGlite name the constraint differently.
 */
export function violatedConstraint(error: unknown): string | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { constraint_name, constraint } = current as {
      constraint_name?: unknown;
      constraint?: unknown;
    };
    const name = constraint_name ?? constraint;
    if (typeof name === 'string') return name;
  }
  return null;
}
