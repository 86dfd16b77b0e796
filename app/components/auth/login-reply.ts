import type { SubmissionResult } from '@conform-to/react';

/** The fields of Login/Register; `consent` is 'on' or empty, as a check box sends it. */
export type LoginTexts = {
  name: string;
  email: string;
  consent: string;
};

/** The state of Login/Register after a POST. */
export interface LoginReply {
  step: 'details' | 'confirm' | 'known';
  values: LoginTexts;
  /** Whether the user is an organizer whose password is required (rule `sign-in.organizer`). */
  asksPassword: boolean;
  /** Whether they have a second factor, whose code is required, too (rule `second-factor.sign-in`). */
  asksCode?: boolean;
  /** The question for a person who resembles a member, and whether a link can be mailed to that member. */
  known?: { title: string; getsLink: boolean };
  /** Whether they have answered that they are another person. */
  isOther?: boolean;
  /** If too many guests arrive at once: the seconds until there is room (rule `throttle.joins`). */
  wait?: number;
  result?: SubmissionResult<string[]>;
}
