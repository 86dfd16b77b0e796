import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DialogPage } from '~/components/dialogs/dialog-page';
import { LoginDialog } from '~/components/auth/login-dialog';
import { parseForm, readForm } from '~/http/forms.server';
import { readInvited } from '~/http/guest-link.server';
import { requireVisit } from '~/http/guards.server';
import { nextOf } from '~/http/origin.server';
import { translator } from '~/i18n/i18n.server';
import { memberOf } from '~/models/access';
import { DomainError } from '~/models/errors';
import { addFavorite } from '~/models/photo/star.server';
import { readId } from '~/models/id';
import type { UserRow } from '~/models/user/read.server';
import { loginFormSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { paths } from '~/paths';
import { pageMeta } from '~/http/page-meta';
import { logRefusal, orFailure } from '~/http/refusal.server';
import { CREATED, enterByDialog, WELCOME_BACK } from './enter-dialog.server';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

/**
 * Login/Register: a visitor becomes a participant; members are redirected (rule `sign-in.dialog`). A visitor
 * who has pressed a star is asked who gives it.
 */
export async function loader(args: LoaderFunctionArgs) {
  const next = nextOf(args.request, paths.home());
  const { user, event } = await requireVisit(args, { onceEnded: 'everything' });
  if (user) throw redirect(next);
  const t = await translator(args.request);
  const givesStar = starOf(args) !== undefined;
  return {
    title: t(givesStar ? 'server:auth.login.giver' : 'server:auth.login.title'),
    close: next,
    givesStar,
    invited: await readInvited(args, { eventId: event.id }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const next = nextOf(args.request, paths.home());
  const visit = await orFailure(args, 'entry_failed', () =>
    requireVisit(args, { onceEnded: 'everything' }),
  );
  if ('user' in visit && visit.user) throw redirect(next);
  const form = await readForm(args);
  return enterByDialog(args, {
    form,
    submission: parseForm(form, loginFormSchema),
    visit,
    isDirect: starOf(args) !== undefined,
    then: async ({ user, created }): Promise<Entered> => ({
      created,
      star: await giveStar(args, user),
    }),
    next: () => next,
    done: ({ created, star }) => {
      const notice = created ? CREATED : WELCOME_BACK;
      return star === null ? { ...notice, isWelcome: true } : { ...notice, text: star };
    },
  });
}

/** The photo whose star led here. */
const starOf = ({ request }: { request: Request }) =>
  readId(new URL(request.url).searchParams.get('star'));

interface Entered {
  created: boolean;
  /** The outcome for the star that led here; null if none did. */
  star: 'server:auth.toast.star_given' | `errors:${DomainError['code']}` | null;
}

/** Gives the star that a visitor tapped, now that they are signed in. An error is shown with the welcome. */
async function giveStar(args: ActionFunctionArgs, user: UserRow): Promise<Entered['star']> {
  const { context } = args;
  const photoId = starOf(args);
  if (photoId === undefined) return null;
  try {
    await addFavorite(context.app.db, { photoId, actor: memberOf(user, context.app.today()) });
    return 'server:auth.toast.star_given';
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logRefusal(args, error);
    return `errors:${error.code}`;
  }
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Login() {
  const { title, ...view } = useLoaderData<typeof loader>();
  return (
    <DialogPage title={title}>
      <LoginDialog {...view} />
    </DialogPage>
  );
}
