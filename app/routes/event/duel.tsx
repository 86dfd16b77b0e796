import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DuelScreen } from '~/components/event/duel/duel-screen';
import { readForm } from '~/http/forms.server';
import { requireMember, requireVisit } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { readId } from '~/models/id';
import type { DomainError } from '~/models/errors';
import { voteInDuel } from '~/models/duel/write.server';
import type { ClientActionFunctionArgs } from '@remix-run/react';
import type { Refusal } from '~/browser/answer';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { loadDuel } from './load-duel.server';
import { loadMarks } from './load-marks.server';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'top', isAlone: true, i18n: ['duel'] } satisfies ScreenHandle;

/** The duel for first place (rule `duel.what`). Without one, the reader sees the podium instead. */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const t = await translator(args.request);
  const marks = await loadMarks(args, ['photos']);
  const duel = await loadDuel(args, identity);
  if (!duel) throw redirect(paths.top());
  return { title: t('duel:title'), marks, duel };
}

/** A tap: the form of a print posts its photo. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireMember(args, { next: paths.duel() });
  const form = await readForm(args);
  const { db, now } = args.context.app;
  const says = {
    next: paths.duel(),
    refused: ({ code }: DomainError) => `errors:${code}` as const,
    failed: 'unknown',
    keepsCaches: true,
    isReplacing: true,
  } as const;
  return outcome(args, says, () =>
    voteInDuel(db, {
      actor,
      duelId: readId(form.get('duel') ?? null) ?? 0,
      photoId: readId(form.get('photoId') ?? null) ?? 0,
      now,
    }),
  );
}

/** A tap does not wait for the network: in place of the usual notice, the page says that it did not count. */
export function clientAction(args: ClientActionFunctionArgs) {
  return keepForm(args, () => ({ ok: false, code: 'offline', toast: null }) satisfies Refusal);
}

export const meta = pageMeta;

export default function Duel() {
  return <DuelScreen duel={useLoaderData<typeof loader>().duel} />;
}
