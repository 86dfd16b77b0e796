/** The named constraints that models turn into refusals; they stand in db/schema. */
export type ConstraintName =
  | 'events_pkey'
  | 'events_name_organizer_unique'
  | 'users_event_name_email_unique'
  | 'photos_user_position_unique';

/**
 * Whether an error is the refusal of this very constraint. drizzle wraps what the driver throws, so
 * the causes are looked through; postgres.js and PGlite name the constraint differently.
 */
export function isViolation(error: unknown, name: ConstraintName): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const { constraint_name, constraint } = current as {
      constraint_name?: unknown;
      constraint?: unknown;
    };
    if (constraint_name === name || constraint === name) return true;
  }
  return false;
}
