import type { LoaderFunctionArgs } from '@remix-run/node';
import type { PushQuestionView } from '~/components/shell/push-views';
import type { Identity } from '~/http/guards.server';
import { translator } from '~/i18n/i18n.server';
import { PUSH_TOPICS } from '~/models/push/rules';

/**
 * The question whether a member wants notifications (rule `push.asked`); null before their first photo, once they have
 * answered, and after the event's end.
 */
export async function loadPushQuestion(
  { request, context: { app } }: LoaderFunctionArgs,
  { user, isExpired }: Identity,
  photoCount: number,
): Promise<PushQuestionView | null> {
  if (!user || user.pushAnsweredAt || isExpired || photoCount === 0) return null;
  const t = await translator(request);
  return {
    publicKey: app.push.publicKey,
    topics: PUSH_TOPICS,
    title: t('push:ask.title'),
    text: t('push:ask.text'),
    yes: t('push:ask.yes'),
    no: t('push:ask.no'),
    home: {
      title: t('push:ask.home_title'),
      text: t('push:why.home'),
      understood: t('push:ask.understood'),
    },
    on: t('push:ask.on'),
    off: t('push:ask.off'),
    offText: t('push:ask.off_text'),
    failed: t('push:failed'),
  };
}
