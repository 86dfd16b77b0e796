import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PileScreen } from '~/components/event/pile/pile-screen';
import { readForm } from '~/http/forms.server';
import { requireMember } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { withLimit } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import { readId } from '~/models/id';
import { declineToAdd, markSeen } from '~/models/photo/seen.server';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { loadMarks } from './load-marks.server';
import { loadPile } from './load-pile.server';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'feed', isAlone: true, i18n: ['pile'] } satisfies ScreenHandle;

/** The photos that a member has not seen (rule `pile.what`). */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(args, { next: paths.pile(), onceEnded: 'reading' });
  const t = await translator(args.request);
  const marks = await loadMarks(args, ['photos']);
  return { title: t('pile:title'), marks, pile: await loadPile(args, member) };
}

/** Notes a photo as `seen` and continues with the next; or, with `later`, does not ask for a photo again. */
export async function action(args: ActionFunctionArgs) {
  const { actor, user } = await requireMember(args, { next: paths.pile() });
  const form = await readForm(args);
  const { db, now } = args.context.app;
  const says = { next: paths.pile(), failed: 'unknown', keepsCaches: true } as const;
  return outcome(args, { ...says, refused: 'event:unknown_error' }, () =>
    withLimit(args, ['seen', String(user.id)], async () => {
      if (form.has('later')) return declineToAdd(db, { actor });
      const id = readId(form.get('seen') ?? null);
      await markSeen(db, { actor, ids: id === undefined ? [] : [id], now: now() });
    }),
  );
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Pile() {
  return <PileScreen pile={useLoaderData<typeof loader>().pile} />;
}
