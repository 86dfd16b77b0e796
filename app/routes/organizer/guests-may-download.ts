import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { keepForm } from '~/browser/keep-form';
import { guestsMayDownloadSchema } from '~/models/event/schema';
import { setEventSettings } from '~/models/event/write.server';
import { organizerPaths } from '~/organizer-paths';
import { changeSetting, rulesOrWrap } from './change-setting.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** The switch is on the page of the rules, and on the wrap-up. */
export const loader = () => redirect(organizerPaths.eventRules());

/** Lets members take all photos home after the end, or no longer (rule `files.all-of-members`). */
export function action(args: ActionFunctionArgs) {
  return changeSetting(args, {
    schema: guestsMayDownloadSchema,
    next: rulesOrWrap,
    save: (db, { actor, eventId, ...settings }) =>
      setEventSettings(db, { actor, eventId, settings }),
    saved: ({ guestsMayDownload }) => ({
      tone: 'ok',
      title: guestsMayDownload ? 'organizer:rules.download_on' : 'organizer:rules.download_off',
    }),
    failed: { title: 'organizer:rules.download_failed' },
  });
}

export const clientAction = keepForm;
