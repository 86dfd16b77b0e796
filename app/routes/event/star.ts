import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { parseId } from '~/http/api.server';
import { readForm } from '~/http/forms.server';
import { requireMember, requireVisit } from '~/http/guards.server';
import { outcome, wantsAnswer } from '~/http/outcome.server';
import type { Toast } from '~/http/session-data';
import type { DomainError } from '~/models/errors';
import { FAVORITES_MAX } from '~/models/favorite';
import { addFavorite, listStarredIds, removeFavorite } from '~/models/favorite.server';
import { keepForm } from '~/offline/keep-form';
import { paths, safeNext } from '~/paths';

/** A star has no page of its own. */
export const loader = () => redirect(paths.feed());

/** Gives (`on` = 1) or takes back a star: a redirect for a form, data for a script. */
export async function action(args: ActionFunctionArgs) {
  // Who asks is checked before the form is read.
  await requireVisit(args);
  const form = await readForm(args.request);
  const next = safeNext(form.get('next'), paths.feed());
  const { user, actor } = await requireMember(args, { next });
  const { db } = args.context.app;
  const on = form.get('on') === '1';
  const says = {
    next,
    done: (left: number) => (on ? added(left) : null),
    refused: ({ code }: DomainError) => {
      if (code === 'voting_disabled') return CLOSED;
      return on ? 'event:star.failed_add' : 'event:star.failed_remove';
    },
    asData: wantsAnswer(form),
  };
  return outcome(args, says, async () => {
    const star = { photoId: parseId(args.params.photoId), actor };
    await (on ? addFavorite(db, star) : removeFavorite(db, star));
    return FAVORITES_MAX - (await listStarredIds(db, { userId: user.id })).length;
  });
}

const CLOSED = {
  title: 'event:star.voting_disabled',
  text: 'event:star.voting_disabled_text',
} as const;

const added = (left: number): Toast => ({
  tone: 'star',
  title: 'event:star.added',
  text: 'event:star.left',
  values: { count: left },
});

export const clientAction = keepForm;
