import {
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RemoteScreen } from '~/components/organizer/wall/remote-screen';
import type { NewCode } from '~/components/organizer/wall/wall-views';
import { readForm, type FormTexts } from '~/http/forms.server';
import { requireOrganizer } from '~/http/guards.server';
import { originOf } from '~/http/origin.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { translator } from '~/i18n/i18n.server';
import { parseValues } from '~/models/fields.schema';
import { writeWallCode } from '~/models/wall/rules';
import { wallSchema, type WallChange } from '~/models/wall/schema';
import { createWallCode, openWall, renewWall } from '~/models/wall/screens.server';
import { changeWall } from '~/models/wall/write.server';
import { drawQr } from '~/services/qr.server';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { organizerPaths } from '~/organizer-paths';
import { loadMarks } from '~/routes/event/load-marks.server';
import { wallPaths } from '~/wall-paths';
import type { ScreenHandle } from '../event/screen-handle';
import { loadWall } from './load-wall.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'profile',
  side: 'wall',
  i18n: ['remote'],
} satisfies ScreenHandle;

/** The remote of the wall (rule `wall.remote`). */
export async function loader(args: LoaderFunctionArgs) {
  const member = await requireOrganizer(args);
  const t = await translator(args.request);
  const marks = await loadMarks(args, ['photos', 'wall']);
  return { title: t('remote:title'), marks, view: await loadWall(args, member) };
}

const REFUSED = { next: organizerPaths.wall(), refused: 'remote:failed' } as const;

/** Changes the wall, creates a code for one more screen, opens the wall here, or ends all screens. */
export async function action(args: ActionFunctionArgs) {
  const { actor, event } = await requireOrganizer(args);
  const { app } = args.context;
  const form = await readForm(args);
  const asked = { actor, eventId: event.id, now: app.now() };
  switch (form.get('make')) {
    case 'code': {
      const answers = async ({ code }: { code: string }): Promise<NewCode> => ({
        code: writeWallCode(code),
        qr: drawQr(originOf(args) + wallPaths.enter({ code })),
      });
      return outcome(args, { ...REFUSED, answers, keepsCaches: true }, () =>
        createWallCode(app, asked),
      );
    }
    case 'screen':
      return outcome(args, { ...REFUSED, keepsCaches: true }, async () => {
        throw redirectDocument(wallPaths.screen(await openWall(app.db, asked)));
      });
    case 'end':
      return outcome(args, { ...REFUSED, done: 'remote:end.done', keepsCaches: true }, () =>
        renewWall(app.db, asked),
      );
    default:
      return outcome(args, { ...REFUSED, done: saidOf, isReplacing: true, keepsCaches: true }, () =>
        change(args, asked, parseValues(wallSchema, valuesOf(form))),
      );
  }
}

/** In a form, `next` is where an undo leads back to. */
function valuesOf(form: FormTexts) {
  return { ...Object.fromEntries(form), next: form.get('advance') };
}

type Asked = Omit<Parameters<typeof changeWall>[1], 'change'>;

async function change({ context: { app } }: ActionFunctionArgs, asked: Asked, change: WallChange) {
  await changeWall(app.db, { ...asked, change });
  app.walls.forget(asked.eventId);
  return change;
}

/** The notice after a change; none if the remote shows it anyway. */
function saidOf({ skip, unskip, letThrough, delay, pace }: WallChange) {
  if (skip !== undefined) {
    return {
      title: 'remote:done.skipped',
      text: 'remote:done.skipped_text',
      undo: { action: organizerPaths.wall(), fields: { unskip: String(skip) } },
    } as const;
  }
  if (unskip !== undefined) return 'remote:done.again' as const;
  if (letThrough !== undefined) return 'remote:done.let' as const;
  if (delay !== undefined) return 'remote:done.delay' as const;
  if (pace !== undefined) return { title: 'remote:done.pace', values: { seconds: pace } } as const;
  return null;
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Remote() {
  const { view } = useLoaderData<typeof loader>();
  const code = useAnswer<NewCode>();
  return <RemoteScreen view={view} code={code ?? null} />;
}
