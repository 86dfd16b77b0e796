import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsScreen, type SettingsReply } from '~/components/account/settings-screen';
import { formError, formReply, parseForm, readForm, type FormTexts } from '~/http/forms.server';
import { requireMember, requireOrganizer, requireVisit, type Member } from '~/http/guards.server';
import { emailChangeOf } from '~/http/email-change.server';
import { aboutOneself, recordSecurity } from '~/http/security-log.server';
import { leaveEvent, renewSession, signOut } from '~/http/session.server';
import { redirectWith, redirectWithToast } from '~/http/flash.server';
import { outcome } from '~/http/outcome.server';
import { forgetTable } from '~/http/table.server';
import { withPasswordThrottle } from '~/http/throttle.server';
import { translator } from '~/i18n/i18n.server';
import type { TextKey } from '~/i18n/translate';
import { can, ownAccount } from '~/models/access';
import { changePassword, endSessions } from '~/models/session/credentials.server';
import { changeOwnDetails } from '~/models/user/email-change.server';
import { DomainError } from '~/models/errors';
import { parseValues } from '~/models/fields.schema';
import {
  confirmDoubtedPassword,
  revokeDoubtedPassword,
} from '~/models/session/password-doubt.server';
import { setMailWish } from '~/models/message/mail-wish.server';
import { ownTableSchema } from '~/models/table/schema';
import { chooseTable } from '~/models/table/write.server';
import { endOwnSession, renewalOf } from '~/models/session/write.server';
import { forgetReturnToken, renewReturnLink } from '~/models/session/return-link.server';
import {
  detailsFormSchema,
  linkFormSchema,
  mailsFormSchema,
  passwordFormSchema,
  sessionFormSchema,
  takeBackFormSchema,
} from '~/models/user/schema';
import { keepForm } from '~/browser/keep-form';
import { useAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';
import { refusePage } from '~/http/refusal.server';
import type { ScreenHandle } from '../event/screen-handle';
import { loadSettings } from './load-settings.server';
import { pageMeta } from '~/http/page-meta';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = {
  tab: 'settings',
  i18n: ['account', 'shop'],
} satisfies ScreenHandle;
/** The settings. A visitor sees the language, and the link to Login/Register. */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireVisit(args, { onceEnded: 'reading' });
  const t = await translator(args.request);
  return { title: t('account:settings.title'), settings: await loadSettings(args, identity) };
}

/**
 * Intents: `details`, `mails`, `table`, `session`, `everywhere`, and an organizer's `password`, `link`,
 * `link-kept`, `agree` and `take-back`.
 */
export async function action(args: ActionFunctionArgs) {
  const member = await requireMember(args, { next: paths.settings() });
  const form = await readForm(args);
  switch (form.get('intent')) {
    case 'link':
      return renewLink(args, await requireOrganizer(args), form);
    case 'link-kept':
      return forgetLink(args, await requireOrganizer(args), form);
    case 'password':
      return savePassword(args, await requireOrganizer(args), form);
    case 'agree':
      return agree(args, await requireOrganizer(args));
    case 'take-back':
      return takeBack(args, await requireOrganizer(args), form);
    case 'mails':
      return saveMails(args, member, form);
    case 'table':
      return saveTable(args, member, form);
    case 'session':
      return endOtherSession(args, member, form);
    case 'everywhere':
      return logOutEverywhere(args, member);
    default:
      return saveDetails(args, member, form);
  }
}

async function saveDetails(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, detailsFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'details', result: formReply(submission) }, 400);
  }
  const { currentPassword: current, ...details } = submission.value;
  const { actor, user } = member;
  const { deps, words } = await emailChangeOf(args);
  const done = (how: 'saved' | 'changed' | 'waiting') =>
    how !== 'waiting'
      ? 'account:details.saved'
      : ({ title: 'account:details.waiting', text: 'account:details.waiting_text' } as const);
  return outcome(args, { ...settingsOutcome('details', submission), done }, async () => {
    const change = { ...details, actor, user, current, words };
    const how = await withPasswordThrottle(args, user, () => changeOwnDetails(deps, change));
    if (how === 'changed') await recordSecurity(args, 'email_changed', aboutOneself(user));
    return how;
  });
}

async function savePassword(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, passwordFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'password', result: formReply(submission) }, 400);
  }
  const { currentPassword: current, password } = submission.value;
  const says = settingsOutcome('password', submission, 'account:password.saved');
  return outcome(args, says, async () => {
    const { db } = args.context.app;
    const { actor, session, user } = member;
    const { isProven } = session;
    const change = { actor, isProven, current, password, renewal: renewalOf(session) };
    await withPasswordThrottle(args, user, () => changePassword(db, change));
    await renewSession(args, change.renewal);
    await recordSecurity(args, 'password_changed', aboutOneself(user));
  });
}

/** The owner confirms a password in doubt. */
function agree(args: ActionFunctionArgs, { actor, session: { isProven } }: Member) {
  const says = { next: paths.settings(), done: 'account:doubt.agreed' } as const;
  return outcome(args, says, () =>
    confirmDoubtedPassword(args.context.app.db, { actor, isProven }),
  );
}

async function takeBack(
  args: ActionFunctionArgs,
  { actor, user, session }: Member,
  form: FormTexts,
) {
  const submission = parseForm(form, takeBackFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'take-back', result: formReply(submission) }, 400);
  }
  const says = {
    ...settingsOutcome('take-back', submission),
    done: (wasDoubted: boolean) => (wasDoubted ? ('account:doubt.taken_back' as const) : null),
  };
  return outcome(args, says, async () => {
    const { isProven } = session;
    const renewal = renewalOf(session);
    const asked = { actor, isProven, link: submission.value.link, renewal };
    const { db } = args.context.app;
    const wasDoubted = await withPasswordThrottle(args, user, () =>
      revokeDoubtedPassword(db, asked),
    );
    if (!wasDoubted) return false;
    await renewSession(args, renewal);
    await recordSecurity(args, 'password_taken_back', aboutOneself(user));
    return true;
  });
}

function saveMails(args: ActionFunctionArgs, { actor }: Member, form: FormTexts) {
  const says = {
    next: paths.settings(),
    done: (isWanted: boolean) => (isWanted ? 'account:mails.on' : 'account:mails.off'),
    refused: 'account:mails.failed',
  } as const;
  return outcome(args, says, async () => {
    const { mails: isWanted } = parseValues(mailsFormSchema, Object.fromEntries(form));
    await setMailWish(args.context.app.db, { actor, isWanted });
    return isWanted;
  });
}

/** The table that a member sits at, or none (rule `tables.whose`). From then on the scanned code seats nobody. */
async function saveTable(args: ActionFunctionArgs, { actor }: Member, form: FormTexts) {
  const says = {
    next: paths.settings(),
    done: 'tables:own.saved',
    refused: 'tables:own.failed',
  } as const;
  let isSaved = false;
  const answer = await outcome(args, says, async () => {
    const { table: tableId } = parseValues(ownTableSchema, Object.fromEntries(form));
    await chooseTable(args.context.app.db, { actor, tableId });
    isSaved = true;
  });
  if (isSaved) answer.headers.append('Set-Cookie', await forgetTable(args));
  return answer;
}

async function renewLink(args: ActionFunctionArgs, member: Member, form: FormTexts) {
  const submission = parseForm(form, linkFormSchema);
  if (submission.status !== 'success') {
    return data<SettingsReply>({ form: 'link', result: formReply(submission) }, 400);
  }
  const { actor, user, session } = member;
  if (!can(actor, 'account.secure', ownAccount(actor))) {
    refusePage(args, new DomainError('access_denied'));
  }
  const { currentPassword: current } = submission.value;
  return outcome(args, settingsOutcome('link', submission, 'account:link.renewed'), async () => {
    const { isProven } = session;
    const change = { actor, user, isProven, current, renewal: renewalOf(session) };
    await withPasswordThrottle(args, user, () => renewReturnLink(args.context.app, change));
    await renewSession(args, change.renewal);
    await recordSecurity(args, 'link_renewed', aboutOneself(user));
  });
}

/** The organizer has copied or sent the private link; the form may come from the desk. */
function forgetLink(args: ActionFunctionArgs, { actor }: Member, form: FormTexts) {
  const next = form.get('next') === paths.home() ? paths.home() : paths.settings();
  return outcome(args, { next, failed: 'unknown' }, () =>
    forgetReturnToken(args.context.app.db, { actor }),
  );
}

/** The outcome of one of the forms: a notice, or errors at its own fields. */
function settingsOutcome(
  form: SettingsReply['form'],
  submission: Parameters<typeof formError>[0],
  done?: TextKey,
) {
  const reply = (error: DomainError) =>
    formError(submission, error, (result): SettingsReply => ({ form, result }));
  return { next: paths.settings(), done, reply };
}

/** Ends a session on another device. Ending the current one works like logging out. */
async function endOtherSession(
  args: ActionFunctionArgs,
  { actor, session }: Member,
  form: FormTexts,
) {
  if (form.get('session') === session.id) {
    await leaveEvent(args);
    return redirectWith(args, paths.auth());
  }
  const says = {
    next: paths.settings(),
    done: 'account:sessions.one_ended',
    refused: 'account:sessions.failed',
  } as const;
  return outcome(args, says, async () => {
    const { session: sessionId } = parseValues(sessionFormSchema, Object.fromEntries(form));
    await endOwnSession(args.context.app.db, { actor, sessionId });
  });
}

/**
 * Ends the sessions on all devices, including this one, because the user may press it on any device but the
 * lost one.
 */
async function logOutEverywhere(args: ActionFunctionArgs, { actor, user }: Member) {
  await endSessions(args.context.app.db, { actor });
  await recordSecurity(args, 'sessions_ended', aboutOneself(user));
  await signOut(args);
  return redirectWithToast(args, paths.auth(), {
    tone: 'ok',
    title: 'account:sessions.ended',
    text: 'account:sessions.ended_text',
  });
}

export const clientAction = keepForm;

export const meta = pageMeta;

export default function Settings() {
  const { settings } = useLoaderData<typeof loader>();
  return <SettingsScreen settings={settings} reply={useAnswer<typeof action>()} />;
}
