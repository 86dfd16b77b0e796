import { translator } from '~/i18n/i18n.server';
import { say, type TextKey } from '~/i18n/translate';
import { repeats } from '~/i18n/repeats';
import { isAway } from '~/models/away.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import type { Answer, Said } from '~/offline/answer';
import type { RequestArgs } from './context';
import { isLastWord } from '~/offline/last-word';
import { forgetKept } from './forget-kept.server';
import { redirectWith, type Flash } from './flash.server';
import { retryHeaders, type FormTexts } from './forms.server';
import { failure, noteRefusal, refusePage, sayWhen } from './refusal.server';
import type { Toast } from './session-data';

/** A notice; the name of a text alone is its title. */
type Notice<Tone> = TextKey | (Omit<Toast, 'tone'> & { tone?: Tone });

type Refused = Notice<'ok' | 'bad'> | null;

/** What is said of an action. */
interface Words<Result> {
  /** What is said when it is done; nothing without it. */
  done?: Notice<Toast['tone']> | ((result: Result) => Notice<Toast['tone']> | null);
  /**
   * What is said when a rule refuses it. A title alone is followed by the rule's own text; a text may
   * have that at its `{{reason}}`. Null where what it `keeps` says it at its field.
   */
  refused?: Refused | ((error: DomainError) => Refused);
  /**
   * The refusal that stands for what goes wrong though no rule has refused it, which the log then says.
   * Without it that is the error screen's.
   */
  failed?: ErrorCode;
}

/** Where a form leads, and what its page is answered. */
interface Leads<Result, Reply> extends Words<Result> {
  /** Where a form is led once it is done. */
  next: string | ((result: Result) => string);
  /** Where one is led that was refused; `next` unless it says otherwise, which then must be an address. */
  back?: string;
  /** What the page is answered instead, for a form that says what is wrong with it (`formError`). */
  reply?: (error: DomainError) => Reply | undefined;
  /** What the page is answered once it is done, where it shows a further step; it leads on for null. */
  answers?: (result: Result) => Promise<Reply | null>;
  /** What else travels with a refusal. */
  keeps?: (error: DomainError) => Omit<Flash, 'toast'>;
  /** Whether the screen that is left is gone from the history: Back leads past it. */
  isReplacing?: boolean;
}

/** What a script is told. */
interface Tells<Result, More extends object> extends Words<Result> {
  /** What else it is told when it is done. */
  more?: (result: Result) => More;
  /** The status of that answer; 200 unless it says otherwise. */
  status?: number;
}

/**
 * Does what a form asks for and answers with how it went: a redirect with a notice, or the form with
 * what is wrong at its fields, in the reader's words.
 * @param work throws DomainError where a rule refuses it; a Response it throws is the answer
 * @throws whatever `work` throws that is no rule's refusal
 */
export async function outcome<Result, Reply = never>(
  args: RequestArgs,
  says: Leads<Result, Reply>,
  work: () => Promise<Result>,
): Promise<Response | Reply> {
  const { result, error } = await attempt(args, says, work);
  if (error) return leadBack(args, says, error);
  await forgetKept(args);
  const answer = await says.answers?.(result);
  if (answer) return answer;
  const next = typeof says.next === 'function' ? says.next(result) : says.next;
  return leave(args, says, next, { toast: toastDone(says, result) });
}

/** The same for a script, which reads an `Answer`. */
export async function dataOutcome<Result, More extends object = object>(
  args: RequestArgs,
  says: Tells<Result, More>,
  work: () => Promise<Result>,
): Promise<Response> {
  const { result, error } = await attempt(args, says, work);
  if (error) return tellRefusal(args, says, error);
  await forgetKept(args);
  const toast = toastDone(says, result);
  const said = toast ? await wordToast(args, toast) : null;
  const answer: Answer = { ok: true, toast: said, ...says.more?.(result) };
  return Response.json(answer, { status: says.status ?? 200 });
}

type Attempt<Result> =
  { result: Result; error?: undefined } | { result?: undefined; error: DomainError };

/** Does the work. What refuses it is logged here, once. */
async function attempt<Result>(
  args: RequestArgs,
  { failed }: Words<Result>,
  work: () => Promise<Result>,
): Promise<Attempt<Result>> {
  try {
    return { result: await work() };
  } catch (error) {
    if (error instanceof Response) throw error;
    if (!(error instanceof DomainError || failed || isAway(error))) throw error;
    const refusal = error instanceof DomainError ? error : failure(args, error, failed);
    noteRefusal(args, refusal);
    // What is no address of ours is no form either, whatever it says.
    if (refusal.code === 'page_not_found') return refusePage(args, refusal);
    return { error: refusal };
  }
}

function toastDone<Result>({ done }: Words<Result>, result: Result): Toast | undefined {
  const notice = typeof done === 'function' ? done(result) : done;
  return notice ? toastOf(notice, 'ok') : undefined;
}

/** Whether a script has sent a form that others send as a page. */
export function wantsAnswer(form: FormTexts): boolean {
  return form.get('answer') === 'data';
}

/** A notice in the reader's words. */
export async function wordToast(args: RequestArgs, toast: Toast): Promise<Said> {
  const t = await translator(args.request);
  const { tone, values } = toast;
  const title = say(t, toast.title, values);
  const text = toast.text && say(t, toast.text, values);
  return { tone, title, text: text && repeats(title, text) ? undefined : text };
}

async function leadBack<Reply>(
  args: RequestArgs,
  says: Leads<never, Reply>,
  error: DomainError,
): Promise<Response | Reply> {
  const reply = says.reply?.(error);
  if (reply !== undefined) {
    sayWhen(args, error);
    return reply;
  }
  // The page that a form leads to would not answer either.
  const notice = error.code === 'away' ? undefined : noticeOf(says, error);
  if (notice === undefined) return refusePage(args, error);
  const { next } = says;
  const toast = notice ? await toastAbout(args, notice, error) : undefined;
  const back = says.back ?? (typeof next === 'string' ? next : refusePage(args, error));
  return leave(args, says, back, { ...says.keeps?.(error), toast });
}

async function tellRefusal(
  args: RequestArgs,
  says: Words<never>,
  error: DomainError,
): Promise<Response> {
  const notice = noticeOf(says, error);
  if (notice === undefined) return refusePage(args, error);
  const said = notice ? await wordToast(args, await toastAbout(args, notice, error)) : null;
  const answer: Answer = { ok: false, code: error.code, toast: said };
  if (!isLastWord(error.status)) answer.mayPass = true;
  return Response.json(answer, { status: error.status, headers: retryHeaders(error) });
}

/** What is said of a refusal; undefined where nothing is, and the error screen stands for it. */
function noticeOf({ refused }: Words<never>, error: DomainError): Refused | undefined {
  return typeof refused === 'function' ? refused(error) : refused;
}

/** The notice of a refusal, with the rule's own words where it has a place for them. */
async function toastAbout(
  { request }: RequestArgs,
  notice: Notice<'ok' | 'bad'>,
  { code }: DomainError,
): Promise<Toast> {
  const reason = say(await translator(request), `errors:${code}`);
  const toast = toastOf(
    typeof notice === 'string' ? { title: notice, text: `errors:${code}` } : notice,
    'bad',
  );
  if (toast.text && !toast.text.startsWith('errors:')) toast.values = { reason, ...toast.values };
  return toast;
}

function toastOf<Tone extends Toast['tone']>(notice: Notice<Tone>, tone: Toast['tone']): Toast {
  return typeof notice === 'string' ? { tone, title: notice } : { tone, ...notice };
}

async function leave(
  args: RequestArgs,
  { isReplacing }: { isReplacing?: boolean },
  url: string,
  flash: Flash,
): Promise<Response> {
  const response = await redirectWith(args, url, flash);
  if (isReplacing) response.headers.set('X-Remix-Replace', 'true');
  return response;
}
