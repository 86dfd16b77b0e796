import {
  data,
  redirectDocument,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { useLoaderData } from '@remix-run/react';
import { AuthPage } from '~/components/auth/hero';
import { EnterWall } from '~/components/wall/enter-wall';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { privatePageMeta } from '~/http/page-meta';
import { withLimit } from '~/http/throttle.server';
import { byAddress } from '~/http/throttle-places.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import { codeOfLink } from '~/models/wall/rules';
import { wallCodeSchema } from '~/models/wall/schema';
import { openWallByCode } from '~/models/wall/screens.server';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { wallPaths } from '~/wall-paths';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

export const handle = { i18n: ['remote'] };

/**
 * The page on which a screen gets the wall with a code (rule `wall.code`). A link may fill the code in. Only the form
 * uses it up, because cameras and messengers prefetch links.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const t = await translator(request);
  const code = codeOfLink(new URL(request.url).searchParams.get('code'));
  const hint = t(code ? 'remote:enter.filled' : 'remote:enter.hint');
  return { title: t('remote:enter.title'), hint, code };
}

/** Opens the wall. Wrong codes count for the address, so that nobody can try them all. */
export async function action(args: ActionFunctionArgs) {
  const { app } = args.context;
  const submission = parseForm(await readForm(args), wallCodeSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const asked = { ...submission.value, now: app.now(), today: app.today() };
  const t = await translator(args.request);
  const says = {
    next: wallPaths.enter(),
    reply: (error: DomainError) => formError(submission, error),
    answers: async (refusal: 'wrong' | 'expired') => {
      const fieldErrors = { code: [t(`remote:enter.${refusal}`)] };
      return data(submission.reply({ fieldErrors }), { status: 400 });
    },
    keepsCaches: true,
  };
  return outcome(args, says, async () => {
    const open = () => openWallByCode(app, asked);
    const isWrong = (opened: Awaited<ReturnType<typeof open>>) => 'refusal' in opened;
    const opened = await withLimit(args, byAddress(args, 'wall_code'), open, isWrong);
    if ('refusal' in opened) return opened.refusal;
    throw redirectDocument(wallPaths.screen(opened.key));
  });
}

export const clientAction = keepForm;

export const meta = privatePageMeta;

export default function EnterWallPage() {
  const { title, hint, code } = useLoaderData<typeof loader>();
  const answer = useAnswer<SubmissionResult<string[]>>();
  return (
    <AuthPage>
      <div>
        <h1>{title}</h1>
        <p className="mt-1.5 text-ink-soft">{hint}</p>
      </div>
      <EnterWall code={code} lastResult={answer} />
    </AuthPage>
  );
}
