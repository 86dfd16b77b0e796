/** The administrator's first steps, in their order (rule `admin.first-run`). */
export const FIRST_STEPS = ['password', 'origin', 'storage', 'mail', 'payments'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What is still missing of a step, beyond its name; `ready` if one button finishes it. */
export type Missing =
  | 'first_password'
  | 'example_address'
  | 'origin_unset'
  | 'origin_http'
  | 'origin_elsewhere'
  | 'storage_failing'
  | 'disk_low'
  | 'mail_unset'
  | 'payments_unset'
  | 'ready';

/** The steps; null is done. */
export type FirstSteps = Record<FirstStep, Missing | null>;

/** What the database remembers of the steps. */
export interface FirstRunNotes {
  passwordChosenAt: Date | null;
  mailSentAt: Date | null;
  payments: 'accepted' | 'not_needed' | null;
  closedAt: Date | null;
}

/** What else the steps depend on. */
export interface FirstRunFacts {
  /** Whether the administrator's address is not an example. */
  hasAddress: boolean;
  origin: string | undefined;
  /** The origin at which the list is read. */
  readAt: string;
  isStorageFailing: boolean;
  isDiskLow: boolean;
  hasMail: boolean;
  hasPayments: boolean;
}

/**
 * The steps to show.
 * @returns null once all are done or the administrator has closed the list
 */
export function firstSteps(notes: FirstRunNotes, facts: FirstRunFacts): FirstSteps | null {
  if (notes.closedAt !== null) return null;
  const steps: FirstSteps = {
    password: missingPassword(notes, facts),
    origin: missingOrigin(facts),
    storage: facts.isStorageFailing ? 'storage_failing' : facts.isDiskLow ? 'disk_low' : null,
    mail: missingMail(notes, facts),
    payments: missingPayments(notes, facts),
  };
  return FIRST_STEPS.every((step) => steps[step] === null) ? null : steps;
}

function missingPassword(notes: FirstRunNotes, { hasAddress }: FirstRunFacts): Missing | null {
  if (notes.passwordChosenAt === null) return 'first_password';
  return hasAddress ? null : 'example_address';
}

function missingOrigin({ origin, readAt }: FirstRunFacts): Missing | null {
  if (origin === undefined) return 'origin_unset';
  if (!origin.startsWith('https:')) return 'origin_http';
  // Whoever reads the list there has got through name, certificate and proxy.
  return origin === readAt ? null : 'origin_elsewhere';
}

function missingMail(notes: FirstRunNotes, facts: FirstRunFacts): Missing | null {
  if (!facts.hasMail) return 'mail_unset';
  if (notes.mailSentAt !== null) return null;
  return facts.hasAddress ? 'ready' : 'example_address';
}

function missingPayments(notes: FirstRunNotes, { hasPayments }: FirstRunFacts): Missing | null {
  if (notes.payments === 'not_needed' || (hasPayments && notes.payments === 'accepted'))
    return null;
  return hasPayments ? 'ready' : 'payments_unset';
}
