import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { guestsMayLookSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { setEventSettings } from '~/models/event/write.server';
import { paths } from '~/paths';
import { changeSetting } from './change-setting.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The switch is on the wrap-up screen. */
export const loader = () => redirect(paths.home('profile'));

/** Allows or forbids guests to look at the ended event (rule `event.look-back`). */
export function action(args: ActionFunctionArgs) {
  return changeSetting(args, {
    schema: guestsMayLookSchema,
    next: () => paths.home('profile'),
    save: (db, { actor, eventId, ...settings }) =>
      setEventSettings(db, { actor, eventId, settings }),
    saved: ({ guestsMayLook }) => ({
      tone: 'ok',
      title: guestsMayLook ? 'organizer:wrap.look_on' : 'organizer:wrap.look_off',
    }),
    failed: { title: 'organizer:wrap.look_failed' },
  });
}

export const clientAction = keepForm;
