import { data } from '@remix-run/node';
import type { StopView } from '~/components/auth/stop-mails';
import { readForm } from '~/http/forms.server';
import type { RequestArgs } from '~/http/context';
import { outcome } from '~/http/outcome.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { paths } from '~/paths';

// The parts shared by the pages that end mails. Mail programs open links, so only the button ends them, or the mail
// program's own button, which posts to the same URL.

/** The field of the mail program's own button (RFC 8058), which may not be redirected. */
const ONE_CLICK = 'List-Unsubscribe';

/**
 * The page of a link that ends mails; 404 if the link is not valid.
 * @param text which mails end
 */
export async function loadStop(
  { request }: RequestArgs,
  { isGood, text }: { isGood: boolean; text: 'auth.guest_stop.text' | 'morning_mail.stop_text' },
) {
  const t = await translator(request);
  if (!isGood) return data({ title: t('links:link.invalid'), view: null }, 404);
  const view: StopView = {
    text: t(`server:${text}`),
    label: t('server:auth.guest_stop.confirm'),
    busyLabel: t('server:auth.guest_stop.busy'),
  };
  return data({ title: t('server:auth.guest_stop.title'), view });
}

/**
 * Ends mails, and shows a notice about it.
 * @param next where the notice is shown
 * @param stop ends them; it throws once the link is not valid any more, which the page reports
 */
export async function stopMails(
  args: RequestArgs,
  { next = paths.auth(), stop }: { next?: string; stop: () => Promise<void> },
) {
  const isOneClick = (await readForm(args)).has(ONE_CLICK);
  const says = {
    next,
    done: 'server:auth.guest_stop.done',
    answers: async () => (isOneClick ? data(null, 200) : null),
    reply: (error: DomainError) => data(null, error.status),
  } as const;
  return outcome(args, says, stop);
}
