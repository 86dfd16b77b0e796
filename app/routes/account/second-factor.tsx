import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  SecondFactorScreen,
  type SecondFactorReply,
  type SecondFactorView,
  type SetUpView,
} from '~/components/account/second-factor-screen';
import type { RequestArgs } from '~/http/context';
import { formError, formReply, parseForm, readForm } from '~/http/forms.server';
import { requireOrganizer, sessionHeaders, type Member } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import { pageMeta } from '~/http/page-meta';
import { aboutOneself, recordProof, recordSecurity } from '~/http/security-log.server';
import { renewSession } from '~/http/session.server';
import { withPasswordThrottle } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError } from '~/models/errors';
import {
  offerSecondFactor,
  renewRecoveryCodes,
  repeatOffer,
  turnOffSecondFactor,
  turnOnSecondFactor,
  type SetUp,
} from '~/models/session/second-factor-changes.server';
import { mayHaveFactor, type Proof } from '~/models/session/second-factor.server';
import type { SecurityKind } from '~/models/admin/security-event';
import { renewalOf, type Renewal } from '~/models/session/write.server';
import { ADMIN_USER_ID } from '~/models/user/rules';
import { secondFactorFormSchema } from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';
import { drawQr } from '~/services/qr.server';
import type { ScreenHandle } from '../event/screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'settings',
  i18n: ['account', 'second_factor'],
} satisfies ScreenHandle;

/** Requires an organizer with a password, including the administrator. */
async function requirePassword(args: RequestArgs): Promise<Member> {
  const member = await requireOrganizer(args);
  if (!mayHaveFactor(member.user)) throw redirect(paths.settings());
  return member;
}

/** The second factor (rule `second-factor.set-up`). */
export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requirePassword(args);
  const t = await translator(args.request);
  const view: SecondFactorView = {
    isOn: user.secondFactorSealed !== null,
    codesLeft: user.recoveryHashes?.length ?? 0,
  };
  return { title: t('second_factor:title'), view };
}

/**
 * Intents: `begin` shows the key, `confirm` turns the second factor on, `renew` creates new recovery codes,
 * `off` turns it off.
 */
export async function action(args: ActionFunctionArgs) {
  const { actor, user, event, session } = await requirePassword(args);
  const form = await readForm(args);
  const submission = parseForm(form, secondFactorFormSchema);
  if (submission.status !== 'success') {
    return data<SecondFactorReply>({ result: formReply(submission) }, 400);
  }
  const { currentPassword: current, code, offered: sealed } = submission.value;
  const label = user.id === ADMIN_USER_ID ? user.username : event.name;
  const own = { actor, user, current, code, sealed, label, renewal: renewalOf(session) };
  const setUp = repeatOffer(args.context.app, own);
  const says = {
    next: paths.settings(),
    done: 'second_factor:turned_off',
    answers: async (reply: SecondFactorReply | null) =>
      reply && data(reply, { headers: await sessionHeaders(args) }),
    reply: (error: DomainError) =>
      formError(submission, error, (result): SecondFactorReply => {
        // Keep showing the same key.
        return setUp ? { setUp: viewOf(setUp), result } : { result };
      }),
  } as const;
  return outcome(args, says, () => changeFactor(args, { ...own, setUp }, form.get('intent')));
}

type Own = Parameters<typeof offerSecondFactor>[1] & { renewal: Renewal; setUp: SetUp | null };

/**
 * Performs an intent.
 * @returns what to show next; null if nothing
 */
async function changeFactor(
  args: ActionFunctionArgs,
  own: Own,
  intent?: string,
): Promise<SecondFactorReply | null> {
  const { app } = args.context;
  const { user, renewal, setUp } = own;
  const guarded = <T,>(tryIt: () => Promise<T>) => withPasswordThrottle(args, user, tryIt);
  const changed = async (kind: SecurityKind, proof: Proof = 'none') => {
    await renewSession(args, renewal);
    await recordProof(args, user, proof);
    await recordSecurity(args, kind, aboutOneself(user));
  };
  if (intent === 'off') {
    await changed('second_factor_off', await guarded(() => turnOffSecondFactor(app, own)));
    return null;
  }
  if (intent === 'renew') {
    const { codes, proof } = await guarded(() => renewRecoveryCodes(app, own));
    await changed('recovery_codes_renewed', proof);
    return { codes };
  }
  if (intent === 'confirm' && setUp) {
    const codes = await turnOnSecondFactor(app, { ...own, secret: setUp.secret });
    await changed('second_factor_on');
    return { codes };
  }
  return { setUp: viewOf(await guarded(() => offerSecondFactor(app, own))) };
}

function viewOf({ secret, uri, sealed }: SetUp): SetUpView {
  return { secret, qr: drawQr(uri), offered: sealed };
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function SecondFactor() {
  const { view } = useLoaderData<typeof loader>();
  return <SecondFactorScreen view={view} reply={useAnswer<typeof action>()} />;
}
