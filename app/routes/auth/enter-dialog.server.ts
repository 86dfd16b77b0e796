import { data, type ActionFunctionArgs } from '@remix-run/node';
import type { Submission } from '@conform-to/react';
import type { LoginReply } from '~/components/auth/login-reply';
import { enter } from '~/http/authenticator.server';
import { formError, formReply, textsOf, type FormTexts } from '~/http/forms.server';
import type { Identity } from '~/http/guards.server';
import { outcome } from '~/http/outcome.server';
import type { Toast } from '~/http/session-data';
import { translator } from '~/i18n/i18n.server';
import { DomainError } from '~/models/errors';
import type { Claim } from '~/models/session/sign-in.server';
import type { UserRow } from '~/models/user/read.server';

/** The parsed fields of the person who enters. */
interface Entrant {
  name: string;
  email: string;
  password?: string;
  code?: string;
}

type Reply = ReturnType<typeof data<LoginReply>>;

interface Entry<Done> {
  form: FormTexts;
  submission: Submission<Entrant, string[]>;
  /** The visitor, or why there is none. */
  visit: Identity | DomainError;
  /** Whether one press is enough, without the page that asks whether name and address are right. */
  isDirect: boolean;
  /** Runs once they are signed in. */
  then: (entered: { user: UserRow; created: boolean }) => Promise<Done>;
  next: (done: Done) => string;
  /** The notice. */
  done: (done: Done) => Omit<Toast, 'tone'> & { tone?: Toast['tone'] };
  /** The reply in place of the redirect, for a form whose page continues; null redirects. */
  answers?: (done: Done) => Promise<Reply | null>;
}

/**
 * Signs a visitor in with name and e-mail, or registers them (rule `sign-in.dialog`), and then does what they
 * came for. Intents: `check` leads to the confirmation, `edit` back, `submit` enters. A person who resembles a
 * member answers `link` or `other`; the answer `other` stays in the form after an error.
 */
export async function enterByDialog<Done>(args: ActionFunctionArgs, entry: Entry<Done>) {
  const { form, submission, visit, isDirect } = entry;
  const values = textsOf(submission, ['name', 'email', 'consent']);
  const reply = { values, asksPassword: form.has('password'), asksCode: form.has('code') };
  if (submission.status !== 'success') {
    return data<LoginReply>({ ...reply, step: 'details', result: formReply(submission) }, 400);
  }
  const intent = form.get('intent') ?? (isDirect ? 'submit' : undefined);
  if (visit instanceof DomainError) {
    const step = isEntering(intent) && !isDirect ? 'confirm' : 'details';
    return formError(submission, visit, (result): LoginReply => ({ ...reply, step, result }));
  }
  if (intent === 'edit') return data<LoginReply>({ ...reply, step: 'details' });
  if (!isEntering(intent)) return data<LoginReply>({ ...reply, step: 'confirm' });

  const { name, email, password, code } = submission.value;
  const claim = intent === 'submit' ? (form.has('other') ? 'other' : undefined) : intent;
  const who = { eventId: visit.event.id, name, email, password, claim };
  const t = await translator(args.request);
  const says = {
    next: entry.next,
    done: entry.done,
    answers: entry.answers,
    failed: 'entry_failed' as const,
    reply: (error: DomainError) => {
      // The form only asks for it; nothing has gone wrong yet.
      if (error.code === 'password_required' && !reply.asksPassword) {
        return data<LoginReply>({ values, step: 'confirm', asksPassword: true });
      }
      if (error.code === 'second_factor_required' && !reply.asksCode) {
        return data<LoginReply>({ ...reply, step: 'confirm', asksCode: true });
      }
      const asksPassword = reply.asksPassword || error.field === 'password';
      const { asksCode } = reply;
      return formError(submission, error, (result): LoginReply => {
        const wait = error.code === 'many_arriving' ? error.retryAfter : undefined;
        const isOther = claim === 'other';
        const answer = { values, asksPassword, asksCode, isOther, wait, result };
        if (error.lookalike) {
          const known = { title: t('server:auth.known.title'), ...error.lookalike };
          return { ...answer, step: 'known', known };
        }
        const isAsked = asksPassword || asksCode || wait !== undefined || !isDirect;
        return { ...answer, step: error.field === 'name' || !isAsked ? 'details' : 'confirm' };
      });
    },
  };
  return outcome(args, says, async () => entry.then(await enter(args, 'dialog', who, code)));
}

function isEntering(intent: string | undefined): intent is 'submit' | Claim {
  return intent === 'submit' || intent === 'link' || intent === 'other';
}

/** The notice for a newcomer. */
export const CREATED = {
  title: 'server:auth.toast.account_created',
  text: 'server:auth.toast.account_created_text',
} as const;

/** The notice for somebody who was a member already. */
export const WELCOME_BACK = {
  title: 'server:auth.toast.welcome_back',
  text: 'server:auth.toast.welcome_back_text',
} as const;
