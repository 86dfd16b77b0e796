import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { votingSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { setVotingEnabled } from '~/models/event/write.server';
import { organizerPaths } from '~/organizer-paths';
import { changeSetting } from './change-setting.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The switch is on the page of rules. */
export const loader = () => redirect(organizerPaths.eventRules());

/** Turns voting on or off. */
export function action(args: ActionFunctionArgs) {
  return changeSetting(args, {
    schema: votingSchema,
    next: organizerPaths.eventRules,
    save: setVotingEnabled,
    saved: ({ votingEnabled }) => ({
      tone: 'ok',
      title: votingEnabled ? 'organizer:rules.voting_on' : 'organizer:rules.voting_off',
    }),
    failed: {
      title: 'organizer:rules.voting_failed',
      text: 'organizer:rules.voting_failed_text',
    },
  });
}

export const clientAction = keepForm;
