import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { StarAnswer } from '~/components/event/use-star';
import { parseId } from '~/http/api.server';
import { readForm } from '~/http/forms.server';
import { requireMember, requireVisit } from '~/http/guards.server';
import { redirectWithToast } from '~/http/flash.server';
import type { Toast } from '~/http/session-data';
import { DomainError, type ErrorCode } from '~/models/errors';
import { FAVORITES_MAX } from '~/models/favorite';
import { addFavorite, listFavorites, removeFavorite } from '~/models/favorite.server';
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
  const wantsData = form.get('answer') === 'data';
  try {
    const star = { photoId: parseId(args.params.photoId), actor };
    await (on ? addFavorite(db, star) : removeFavorite(db, star));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (wantsData) return data<StarAnswer>({ ok: false, on, code: error.code }, error.status);
    return redirectWithToast(args, next, refusal(error.code, on));
  }
  const left = FAVORITES_MAX - (await listFavorites(db, { userId: user.id })).length;
  if (wantsData) return data<StarAnswer>({ ok: true, on, left });
  if (!on) return redirect(next);
  return redirectWithToast(args, next, {
    tone: 'star',
    title: 'event:star.added',
    text: 'event:star.left',
    values: { count: left },
  });
}

/** A lost connection puts the star back instead of taking the whole screen away. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const form = await request.clone().formData();
  try {
    return await serverAction<StarAnswer>();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { ok: false, on: form.get('on') === '1', code: 'offline' } satisfies StarAnswer;
  }
}

function refusal(code: ErrorCode, on: boolean): Toast {
  if (code === 'voting_disabled') {
    return {
      tone: 'bad',
      title: 'event:star.voting_disabled',
      text: 'event:star.voting_disabled_text',
    };
  }
  const title = on ? 'event:star.failed_add' : 'event:star.failed_remove';
  return { tone: 'bad', title, text: `errors:${code}` };
}
