/** The checks of the doctor, in their order (rule `admin.doctor`). */
export type Check =
  | 'program'
  | 'variables'
  | 'database'
  | 'migrations'
  | 'storage'
  | 'disk'
  | 'memory'
  | 'origin'
  | 'clock'
  | 'mail'
  | 'payments'
  | 'time_zone';

/** What is `wrong` must be changed; a `warning` may be intended. */
export type Level = 'fine' | 'warning' | 'wrong';

/** Every possible sentence of a finding, under `admin:doctor.says`, with its check and level. */
const SENTENCES = {
  program: ['program', 'fine'],
  program_node: ['program', 'wrong'],
  variables_set: ['variables', 'fine'],
  variables_none: ['variables', 'fine'],
  variables_misspelt: ['variables', 'warning'],
  database_embedded: ['database', 'fine'],
  database_server: ['database', 'fine'],
  database_in_use: ['database', 'fine'],
  database_none: ['database', 'warning'],
  database_owner: ['database', 'wrong'],
  database_away: ['database', 'wrong'],
  migrations_fine: ['migrations', 'fine'],
  migrations_pending: ['migrations', 'warning'],
  migrations_newer: ['migrations', 'wrong'],
  storage_fine: ['storage', 'fine'],
  storage_failing: ['storage', 'wrong'],
  storage_down: ['storage', 'warning'],
  disk_fine: ['disk', 'fine'],
  disk_low: ['disk', 'warning'],
  disk_full: ['disk', 'wrong'],
  disk_unknown: ['disk', 'warning'],
  memory_fine: ['memory', 'fine'],
  memory_low: ['memory', 'warning'],
  origin_fine: ['origin', 'fine'],
  origin_own: ['origin', 'warning'],
  origin_unset: ['origin', 'warning'],
  origin_http: ['origin', 'warning'],
  origin_unreachable: ['origin', 'warning'],
  origin_other: ['origin', 'wrong'],
  origin_protocol: ['origin', 'wrong'],
  origin_host: ['origin', 'wrong'],
  origin_address: ['origin', 'wrong'],
  origin_forged: ['origin', 'warning'],
  clock_fine: ['clock', 'fine'],
  clock_database: ['clock', 'warning'],
  clock_origin: ['clock', 'warning'],
  clock_far: ['clock', 'wrong'],
  mail_fine: ['mail', 'fine'],
  mail_unset: ['mail', 'fine'],
  mail_unreachable: ['mail', 'wrong'],
  mail_sign_in: ['mail', 'wrong'],
  mail_encryption: ['mail', 'wrong'],
  mail_refused: ['mail', 'wrong'],
  payments_fine: ['payments', 'fine'],
  payments_test: ['payments', 'warning'],
  payments_unset: ['payments', 'fine'],
  payments_refused: ['payments', 'wrong'],
  payments_webhook: ['payments', 'warning'],
  time_zone_fine: ['time_zone', 'fine'],
  time_zone_unknown: ['time_zone', 'wrong'],
} as const satisfies Record<string, [Check, Level]>;
type Sentence = keyof typeof SENTENCES;

/** What a check found. It contains no secret and no person's data. */
export interface Finding {
  says: Sentence;
  values: Record<string, string>;
  /** Values that are sizes, to be written in the reader's language. */
  bytes: Record<string, number>;
}

/** A finding. */
export function found(
  says: Sentence,
  values: Record<string, string> = {},
  bytes: Record<string, number> = {},
): Finding {
  return { says, values, bytes };
}

export const checkOf = ({ says }: Pick<Finding, 'says'>): Check => SENTENCES[says][0];
export const levelOf = ({ says }: Pick<Finding, 'says'>): Level => SENTENCES[says][1];
