import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import { readForm } from '~/http/forms.server';
import { requireMember, requireVisit } from '~/http/guards.server';
import { dataOutcome, outcome, wantsAnswer } from '~/http/outcome.server';
import type { Toast } from '~/http/session-data';
import { redirectLoader, pageId } from '~/http/refusal.server';
import type { DomainError } from '~/models/errors';
import { givenAtField } from '~/models/photo/schema';
import { FAVORITES_MAX } from '~/models/photo/star';
import { addFavorite, listStarredIds, takeStarBack } from '~/models/photo/star.server';
import { arrivalOf } from '~/models/photo/voting';
import { keepForm } from '~/browser/keep-form';
import { sendStar } from '~/browser/stars/pending-stars';
import { paths, safeNext } from '~/paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** A star has no page. */
export const loader = redirectLoader(paths.feed(), 'photoId');

/** Gives (`on` = 1) or takes back a star: a redirect for a form, data for a script. */
export async function action(args: ActionFunctionArgs) {
  // The caller is checked before the form is read.
  await requireVisit(args);
  const form = await readForm(args);
  const next = safeNext(form.get('next'), paths.feed());
  const { user, actor, event } = await requireMember(args, { next });
  const { db } = args.context.app;
  const on = form.get('on') === '1';
  const givenAt = givenAtField.parse(form.get('givenAt') ?? undefined);
  const arrival = givenAt && arrivalOf(event, givenAt, args.context.app.now());
  const says = {
    next,
    done: (left: number) => {
      if (arrival === 'in-time') return on ? IN_TIME : 'server:event.star.in_time_back';
      return on ? added(left) : null;
    },
    refused: ({ code }: DomainError) => {
      if (code === 'voting_closed' && arrival === 'counted') {
        return on ? TOO_LATE : 'server:event.star.too_late_back';
      }
      if (code === 'voting_disabled') return CLOSED;
      if (code === 'voting_not_open' || code === 'voting_closed') return `errors:${code}` as const;
      return on ? 'server:event.star.failed_add' : 'server:event.star.failed_remove';
    },
    failed: 'favorites_failed' as const,
    // One star too many leads to a dialog; a script opens it over the screen.
    reply: ({ code }: DomainError) =>
      code === 'favorites_full'
        ? redirect(paths.starMove(pageId(args.params.photoId), { next }))
        : undefined,
    // A star given in time that arrived after the closing can no longer be undone.
    more: (left: number) => ({ left: on && !arrival ? left : undefined }),
  } as const;
  const give = async () => {
    const star = { photoId: pageId(args.params.photoId), actor, givenAt };
    await (on ? addFavorite(db, star) : takeStarBack(db, star));
    return FAVORITES_MAX - (await listStarredIds(db, { userId: user.id })).length;
  };
  return wantsAnswer(form) ? dataOutcome(args, says, give) : outcome(args, says, give);
}

const CLOSED = {
  title: 'server:event.star.voting_disabled',
  text: 'server:event.star.voting_disabled_text',
} as const;

const IN_TIME = { tone: 'star', title: 'server:event.star.in_time' } as const;
const TOO_LATE = {
  title: 'server:event.star.too_late',
  text: 'server:event.star.too_late_text',
} as const;

const added = (left: number): Toast => ({
  tone: 'star',
  title: left > 0 ? 'server:event.star.added' : 'server:event.star.all',
  text: left > 0 ? 'server:event.star.left' : undefined,
  values: { count: left },
});

/** Without a connection the star is queued and sent later. */
export function clientAction(args: ClientActionFunctionArgs) {
  return keepForm({ ...args, serverAction: <T>() => sendStar(args) as Promise<T> });
}
