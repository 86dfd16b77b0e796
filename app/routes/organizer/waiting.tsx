import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { WaitingScreen } from '~/components/organizer/waiting/waiting-screen';
import { readForm } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { parseValues } from '~/models/fields.schema';
import { approveAll } from '~/models/photo/approval.server';
import { approveAllSchema } from '~/models/photo/schema';
import { keepForm } from '~/browser/keep-form';
import { organizerPaths } from '~/organizer-paths';
import { loadMarks } from '~/routes/event/load-marks.server';
import type { ScreenHandle } from '../event/screen-handle';
import { loadWaiting } from './load-waiting.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'profile',
  side: 'waiting',
  i18n: ['organizer'],
} satisfies ScreenHandle;

/** The photos that wait, for the organizer to approve (rule `approval.what`). */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireOrganizer(args);
  const t = await translator(args.request);
  const marks = await loadMarks(args, ['photos']);
  return { title: t('organizer:waiting.title'), marks, view: await loadWaiting(args, member) };
}

/** Approves the photos that the screen showed. */
export async function action(args: ActionFunctionArgs) {
  const { actor } = await requireOrganizer(args);
  const form = await readForm(args);
  const says = {
    next: organizerPaths.waiting(),
    done: (count: number) =>
      count === 0
        ? ({ title: 'organizer:waiting.empty' } as const)
        : ({ title: 'organizer:waiting.approved_all', values: { count } } as const),
    refused: { title: 'flags:error', text: 'flags:hidden.failed' },
    isReplacing: true,
  } as const;
  return outcome(args, says, () => {
    const { upTo } = parseValues(approveAllSchema, Object.fromEntries(form));
    return approveAll(args.context.app.db, { actor, upTo });
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Waiting() {
  return <WaitingScreen view={useLoaderData<typeof loader>().view} />;
}
