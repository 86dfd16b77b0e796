import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { approvalSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { setEventSettings } from '~/models/event/write.server';
import { organizerPaths } from '~/organizer-paths';
import { changeSetting } from './change-setting.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The switch is on the page of the rules. */
export const loader = () => redirect(organizerPaths.eventRules());

/** Makes new photos wait for the organizer, or no longer (rule `approval.what`). */
export function action(args: ActionFunctionArgs) {
  return changeSetting(args, {
    schema: approvalSchema,
    next: organizerPaths.eventRules,
    save: (db, { actor, eventId, ...settings }) =>
      setEventSettings(db, { actor, eventId, settings }),
    saved: ({ approvalRequired }) =>
      approvalRequired
        ? { tone: 'ok', title: 'organizer:rules.approval_on' }
        : {
            tone: 'ok',
            title: 'organizer:rules.approval_off',
            text: 'organizer:rules.approval_off_text',
          },
    failed: { title: 'organizer:rules.approval_failed' },
  });
}

export const clientAction = keepForm;
