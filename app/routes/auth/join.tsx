import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import type { SubmissionResult } from '@conform-to/react';
import { useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { AuthPage } from '~/components/auth/hero';
import { JoinCard } from '~/components/auth/join-card';
import { JoinConfirm } from '~/components/auth/join-confirm';
import { CodeOnly } from '~/components/auth/code-only';
import { JoinForm, type JoinValues } from '~/components/auth/join-form';
import { enter, trySignIn } from '~/http/authenticator.server';
import { formError, invalidForm, parseForm, readForm } from '~/http/forms.server';
import { outcome } from '~/http/outcome.server';
import { enterByPrinted } from '~/http/printed-mission.server';
import { translator } from '~/i18n/i18n.server';
import type { DomainError, ErrorCode } from '~/models/errors';
import { joinFormSchema } from '~/models/event/schema';
import { keepForm } from '~/browser/keep-form';
import { preloadCode } from '~/browser/code-ahead';
import { Note } from '~/components/ui/note';
import { useAnswer } from '~/browser/use-answer';
import { paths } from '~/paths';
import { sharedPageMeta } from '~/http/shared-page-meta';
import { loadJoinCard, previewOf } from './load-join-card.server';

export { untilAnswered as clientLoader } from '~/browser/screen-data';

/** Errors that only the confirmation reports. */
const UNKNOWN: ErrorCode[] = ['event_not_found', 'incorrect_organizer_name'];

/**
 * An invitation's QR code contains the event's names. Shows the event's card if the event exists, otherwise the join
 * form with both names filled in, and what is wrong with them. A printed mission card lets its reader in immediately.
 */
export async function loader(args: LoaderFunctionArgs) {
  const query = new URL(args.request.url).searchParams;
  const t = await translator(args.request);
  const values = { event: query.get('event') ?? '', organizerName: query.get('organizer') ?? '' };
  const isOrganizer = query.get('as') === 'organizer';
  const isForm = isOrganizer || query.has('edit');
  if (!isForm) await enterByPrinted(args, values);
  const { card = null, refused, event } = isForm ? {} : await loadJoinCard(args, values);
  const isUnknown = refused !== undefined && UNKNOWN.includes(refused);
  const names = { event: values.event, organizer: values.organizerName };
  return {
    title: card
      ? card.names.event
      : t(isOrganizer ? 'server:auth.organizer.title' : 'server:auth.join.title'),
    hint: t(isOrganizer ? 'server:auth.organizer.hint' : 'server:auth.join.hint'),
    isOrganizer,
    values,
    card,
    preview: await previewOf(args, { card, event }),
    unknown: isUnknown
      ? { title: t('server:auth.card.unknown'), text: t('server:auth.card.unknown_text') }
      : null,
    // Members can still sign in by the names.
    signIn: refused === 'code_only' ? paths.signIn(names) : null,
  };
}

/**
 * The check before the confirmation (rule `sign-in.join-check`): for an ended event, and for one that opens
 * by its code only, the form stays; otherwise it continues to the confirmation, whether or not the event
 * exists. An organizer continues to Login/Register, from the form of an ended event (the only thing its
 * visitors see) and from the landing page's link.
 */
export async function action(args: ActionFunctionArgs) {
  const form = await readForm(args);
  const submission = parseForm(form, joinFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { event, organizerName } = submission.value;
  const names = { event, organizer: organizerName };
  const isOrganizer = form.get('intent') === 'organizer';
  const confirmation = paths.joinConfirm(names);
  const says = {
    next: isOrganizer ? paths.login() : confirmation,
    reply: (error: DomainError) => {
      if (UNKNOWN.includes(error.code) && !isOrganizer) return redirect(confirmation);
      if (error.code === 'code_only' && isOrganizer) {
        return redirect(paths.signIn(names));
      }
      return formError(submission, error);
    },
  };
  return outcome(args, says, async () =>
    isOrganizer
      ? enter(args, 'ended-event', submission.value)
      : trySignIn(args, 'visitor', submission.value),
  );
}

/** If the server does not answer the check, continues to the confirmation anyway. */
export function clientAction(args: ClientActionFunctionArgs) {
  return keepForm(args, (form) => {
    if (form.has('intent')) return null;
    const textOf = (field: string) => String(form.get(field) ?? '').trim();
    return { unchecked: { event: textOf('event'), organizerName: textOf('organizerName') } };
  });
}

/** The names that could not be checked. */
interface Unchecked {
  unchecked: JoinValues;
}

type Checked = SubmissionResult<string[]> | Unchecked;

export const meta = sharedPageMeta;

export default function Join() {
  const { title, hint, values, card, isOrganizer, unknown, signIn } =
    useLoaderData<typeof loader>();
  const answer = useAnswer<Checked>() as Checked | undefined;
  const [edited, edit] = useState<Unchecked>();
  useEffect(() => preloadCode(paths.joinConfirm({ event: '', organizer: '' })), []);
  if (answer && 'unchecked' in answer && answer !== edited) {
    return (
      <AuthPage>
        <JoinConfirm {...answer.unchecked} onEdit={() => edit(answer)} />
      </AuthPage>
    );
  }
  if (card && !answer) return <JoinCard card={card} />;
  return (
    <AuthPage>
      <div>
        <h1>{title}</h1>
        <p className="mt-1.5 text-ink-soft">{hint}</p>
      </div>
      {unknown && !answer && (
        <Note tone="error" title={unknown.title}>
          {unknown.text}
        </Note>
      )}
      {signIn && !answer && <CodeOnly signIn={signIn} />}
      <JoinForm
        isOrganizer={isOrganizer}
        values={edited?.unchecked ?? values}
        lastResult={answer && 'unchecked' in answer ? undefined : answer}
      />
    </AuthPage>
  );
}
