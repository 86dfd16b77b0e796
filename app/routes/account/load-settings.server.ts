import type { LoaderFunctionArgs } from '@remix-run/node';
import type { PaymentView, PushView, SettingsView } from '~/components/account/account-views';
import { isReadOnly, type Identity, type Member } from '~/http/guards.server';
import { returnLinkOf } from '~/http/return-link.server';
import { formatAmount, formatShortDay } from '~/i18n/format';
import { languageOf, translator } from '~/i18n/i18n.server';
import { tableLabel } from '~/i18n/table-label';
import { can, ownAccount } from '~/models/access';
import { dayOf } from '~/models/day';
import { readMailWish } from '~/models/message/mail-wish.server';
import { listOwnPayments } from '~/models/payment/write.server';
import { readPushTopics } from '~/models/push/read.server';
import { PUSH_TOPICS } from '~/models/push/rules';
import { readReceipt, resultTarget } from '~/models/photo/result.server';
import { listTables } from '~/models/table/read.server';
import { mayHaveFactor } from '~/models/session/second-factor.server';
import { isMadeUpAddress } from '~/models/user/rules';
import { loadTablesLink } from '../event/load-tables.server';
import { sessionsView } from './load-sessions.server';

/** The settings of a member or a visitor, with what each may change. */
export async function loadSettings(
  args: LoaderFunctionArgs,
  identity: Identity,
): Promise<SettingsView> {
  const { user, actor } = identity;
  return {
    role: actor.role,
    isCoOrganizer: actor.isCoOrganizer === true,
    person: user && { name: user.name, email: user.email },
    canChangeCredentials: can(actor, 'account.rename', ownAccount(actor)),
    isReadOnly: isReadOnly(identity),
    hasPassword: !!user?.passwordHash,
    isProven: identity.session.isProven,
    doubt: await doubtView(args, identity),
    secondFactor: secondFactorView(identity),
    mails: user && (await mailsView(args, user)),
    push: user && (await pushView(args, identity)),
    morningMail: user && (await morningMailView(args, user)),
    naming: user && (await namingView(args, user)),
    table: user && !isReadOnly(identity) ? await tableChoice(args, { ...identity, user }) : null,
    ballot: user && (await ballotView(args, identity)),
    sessions: user && !isReadOnly(identity) ? await sessionsView(args, identity) : null,
    payments:
      actor.role === 'organizer' && !actor.isCoOrganizer && user
        ? await paymentViews(args, user.id)
        : null,
    returnUrl: user && returnLinkOf(args, { ...identity, user }),
  };
}

/** The notice about a password in doubt (rule `sign-in.password-doubt`). */
async function doubtView({ request, context: { app } }: LoaderFunctionArgs, { user }: Identity) {
  if (!user?.passwordDoubtedAt) return null;
  const day = dayOf(user.passwordDoubtedAt, app.env.EVENT_TIME_ZONE);
  return { day: formatShortDay(day, await languageOf(request)) };
}

function secondFactorView({ actor, user }: Identity): SettingsView['secondFactor'] {
  if (!user || !mayHaveFactor(user) || !can(actor, 'account.confirm', ownAccount(actor)))
    return null;
  return { isOn: user.secondFactorSealed !== null };
}

/** Null if no mail can be sent, or if the address was generated. */
async function mailsView({ context: { app } }: LoaderFunctionArgs, user: Member['user']) {
  if (!app.mail || isMadeUpAddress(user.email)) return null;
  const isConfirmed = user.emailConfirmedAt !== null;
  return { isOn: await readMailWish(app.db, { user }), email: user.email, isConfirmed };
}

async function pushView(
  { request, context: { app } }: LoaderFunctionArgs,
  { session: { id: sessionId } }: Identity,
): Promise<PushView> {
  const t = await translator(request);
  return {
    publicKey: app.push.publicKey,
    title: t('push:title'),
    text: t('push:text'),
    topics: PUSH_TOPICS.map((topic) => ({ topic, label: t(`push:topics.${topic}`) })),
    wanted: (await readPushTopics(app.db, { sessionId })) ?? [],
    why: {
      script: t('push:why.script'),
      none: t('push:why.none'),
      home: t('push:why.home'),
      denied: t('push:why.denied'),
    },
    failed: t('push:failed'),
  };
}

/** Null if no mail can be sent, for organizers, and if the address was generated. */
async function morningMailView(
  { request, context: { app } }: LoaderFunctionArgs,
  user: Member['user'],
) {
  if (!app.mail || user.isOrganizer || isMadeUpAddress(user.email)) return null;
  const t = await translator(request);
  return {
    isOn: user.mailConsent,
    title: t('server:morning_mail.title'),
    label: t('server:morning_mail.label'),
    hint: t('server:morning_mail.hint', { email: user.email }),
  };
}

async function namingView({ request }: LoaderFunctionArgs, { mayBeNamed }: Member['user']) {
  const t = await translator(request);
  return {
    isOn: mayBeNamed === true,
    title: t('server:keepsake.naming.title'),
    label: t('server:keepsake.naming.label'),
    hint: t('server:keepsake.naming.hint'),
  };
}

/** Null in an event without tables (rule `tables.none`). */
async function tableChoice(args: LoaderFunctionArgs, member: Member) {
  const { user } = member;
  const { request, context } = args;
  const tables = await listTables(context.app.db, { eventId: user.eventId });
  if (tables.length === 0) return null;
  const t = await translator(request);
  return {
    title: t('tables:own.title'),
    label: t('tables:own.label'),
    hint: t('tables:own.hint'),
    save: t('tables:own.save'),
    chosen: String(user.tableId ?? ''),
    options: [
      { value: '', label: t('tables:own.nowhere') },
      ...tables.map((table) => ({ value: String(table.id), label: tableLabel(t, table) })),
    ],
    lights: await loadTablesLink(args, member),
  };
}

async function ballotView({ context: { app } }: LoaderFunctionArgs, { actor, event }: Identity) {
  const eventId = event.id;
  const receipt = await readReceipt(app.db, { eventId, userId: actor.userId ?? 0 });
  return (
    receipt && {
      ...receipt,
      isResultOpen: can(actor, 'result.download', resultTarget(event, app.now())),
    }
  );
}

async function paymentViews(args: LoaderFunctionArgs, userId: number): Promise<PaymentView[]> {
  const { app } = args.context;
  const language = await languageOf(args.request);
  const own = await listOwnPayments(app, { userId });
  return own.map(({ createdAt, amount, ...payment }) => ({
    ...payment,
    day: formatShortDay(dayOf(createdAt, app.env.EVENT_TIME_ZONE), language),
    amount: formatAmount(amount, language),
  }));
}
