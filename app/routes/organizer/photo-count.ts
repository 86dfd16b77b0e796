import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { maxPhotosSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { setMaxPhotos } from '~/models/event/write.server';
import { organizerPaths } from '~/organizer-paths';
import { changeSetting } from './change-setting.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The choice is on the page of rules. */
export const loader = () => redirect(organizerPaths.eventRules());

/** Sets how many photos each participant may post. */
export function action(args: ActionFunctionArgs) {
  return changeSetting(args, {
    schema: maxPhotosSchema,
    next: organizerPaths.eventRules,
    save: setMaxPhotos,
    saved: ({ maxPhotosPerUser }) => ({
      tone: 'ok',
      title: 'organizer:rules.saved',
      text: 'organizer:rules.photos_saved',
      values: { count: maxPhotosPerUser },
    }),
    failed: {
      title: 'organizer:rules.photos_failed',
      text: 'organizer:rules.photos_failed_text',
    },
  });
}

export const clientAction = keepForm;
