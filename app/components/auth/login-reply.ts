import type { SubmissionResult } from '@conform-to/react';

/** The fields of Login/Register; `consent` is 'on' or empty, as a check box sends it. */
export type LoginTexts = {
  name: string;
  email: string;
  consent: string;
};

export const NO_TEXTS: LoginTexts = { name: '', email: '', consent: '' };

/** Name and address under which somebody was invited. */
export type Invited = Pick<LoginTexts, 'name' | 'email'>;

/** What the fields contain: what was typed, or what the invitation says. */
export const typedBy = (reply: LoginReply | undefined, invited: Invited | null): LoginTexts =>
  reply?.values ?? { ...NO_TEXTS, ...invited };

/** The id of the form of a step, so that fields outside of it can belong to it. */
export const formIdOf = (step: LoginReply['step'] = 'details') => `login-${step}`;

/** The state of Login/Register after a POST. */
export interface LoginReply {
  step: 'details' | 'confirm' | 'known' | 'entered';
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
  /** The person who has entered, for a page that continues with them. */
  entered?: Entered;
  result?: SubmissionResult<string[]>;
}

/** A member who has just entered, and what the dialog that adds photos needs to know. */
export interface Entered {
  userId: number;
  /** The slots without a photo. */
  free: number[];
  /** The URL of the screen with all slots. */
  slots: string;
  /** Whose data the device stores from now on (`PERSON_HEADER`). */
  person: string | null;
}
