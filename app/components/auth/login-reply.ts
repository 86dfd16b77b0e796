import type { SubmissionResult } from '@conform-to/react';

/** What Login/Register asks for; `consent` is 'on' or empty, as a check box sends it. */
export type LoginTexts = {
  name: string;
  email: string;
  consent: string;
};

/** Where Login/Register stands after a POST. */
export interface LoginReply {
  step: 'details' | 'confirm' | 'known';
  values: LoginTexts;
  /** Whether this is an organizer whose password is asked for (rule `sign-in.organizer`). */
  asksPassword: boolean;
  /** Whether they have a second factor, whose code is asked for too (rule `second-factor.sign-in`). */
  asksCode?: boolean;
  /** What is asked of whoever may be a member, and whether a link can be mailed to that one. */
  known?: { title: string; getsLink: boolean };
  /** Whether they have said that they are somebody else. */
  isOther?: boolean;
  /** Where too many arrive at once: the seconds until there is room again (rule `throttle.joins`). */
  wait?: number;
  result?: SubmissionResult<string[]>;
}
