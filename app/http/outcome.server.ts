import { translator } from '~/i18n/i18n.server';
import { say, type TextKey } from '~/i18n/translate';
import { repeats } from '~/i18n/repeats';
import { isAway } from '~/models/away.server';
import { DomainError, type ErrorCode } from '~/models/errors';
import type { Answer, Said } from '~/browser/answer';
import type { RequestArgs } from './context';
import { isFinalStatus } from '~/browser/final-status';
import { invalidateCaches } from './invalidate-caches.server';
import { redirectWith, type Flash } from './flash.server';
import { retryHeaders, type FormTexts } from './forms.server';
import { failure, logRefusal, refusePage, setRetryAfter } from './refusal.server';
import type { Toast } from './session-data';

/** A notice. A plain text key is its title. */
type Notice<Tone> = TextKey | (Omit<Toast, 'tone'> & { tone?: Tone });

type Refused = Notice<'ok' | 'bad'> | null;

/** The notices of an action. */
interface Words<Result> {
  /** The notice after success; none by default. */
  done?: Notice<Toast['tone']> | ((result: Result) => Notice<Toast['tone']> | null);
  /**
   * The notice for a domain error. A title alone is followed by the error's own text; a text may include that
   * with `{{reason}}`. Null if `keeps` shows the error at its field instead.
   */
  refused?: Refused | ((error: DomainError) => Refused);
  /** The error code for unexpected failures, which are logged. Without it, they lead to the error screen. */
  failed?: ErrorCode;
}

/** Where a form redirects, and what its page gets. */
interface RedirectOptions<Result, Reply> extends Words<Result> {
  /** The redirect after success. */
  next: string | ((result: Result) => string);
  /** The redirect after an error; `next` by default, which must then be a string. */
  back?: string;
  /** The reply instead of a redirect, for a form that shows its errors (`formError`). */
  reply?: (error: DomainError) => Reply | undefined;
  /** The reply after success, if the page shows a further step; null redirects. */
  answers?: (result: Result) => Promise<Reply | null>;
  /** Other flash data to send with an error. */
  keeps?: (error: DomainError) => Omit<Flash, 'toast'>;
  /** Whether it changes nothing that is cached, so that a frequent form does not empty the caches. */
  keepsCaches?: boolean;
  /** Whether the redirect replaces the history entry, so that Back skips the form's screen. */
  isReplacing?: boolean;
}

/** The response to a script. */
interface DataOptions<Result, More extends object> extends Words<Result> {
  /** Additional fields after success. */
  more?: (result: Result) => More;
  /** The status after success; 200 by default. */
  status?: number;
}

/**
 * Runs a form's action and responds: a redirect with a notice, or the form with translated errors at its
 * fields.
 * @param work throws DomainError to refuse; a Response it throws becomes the response
 * @throws whatever `work` throws that is not a DomainError
 */
export async function outcome<Result, Reply = never>(
  args: RequestArgs,
  says: RedirectOptions<Result, Reply>,
  work: () => Promise<Result>,
): Promise<Response | Reply> {
  const { result, error } = await attempt(args, says, work);
  if (error) return redirectWithError(args, says, error);
  if (!says.keepsCaches) await invalidateCaches(args);
  const answer = await says.answers?.(result);
  if (answer) return answer;
  const next = typeof says.next === 'function' ? says.next(result) : says.next;
  return redirectTo(args, says, next, { toast: successToast(says, result) });
}

/** The same for a script, which gets an `Answer`. */
export async function dataOutcome<Result, More extends object = object>(
  args: RequestArgs,
  says: DataOptions<Result, More>,
  work: () => Promise<Result>,
): Promise<Response> {
  const { result, error } = await attempt(args, says, work);
  if (error) return answerScriptWithError(args, says, error);
  await invalidateCaches(args);
  const toast = successToast(says, result);
  const said = toast ? await translateToast(args, toast) : null;
  const answer: Answer = { ok: true, toast: said, ...says.more?.(result) };
  return Response.json(answer, { status: says.status ?? 200 });
}

type Attempt<Result> =
  { result: Result; error?: undefined } | { result?: undefined; error: DomainError };

/** Runs the work. Errors are logged here, once. */
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
    logRefusal(args, refusal);
    // A 404 is a page's response, not a form's error.
    if (refusal.code === 'page_not_found') return refusePage(args, refusal);
    return { error: refusal };
  }
}

function successToast<Result>({ done }: Words<Result>, result: Result): Toast | undefined {
  const notice = typeof done === 'function' ? done(result) : done;
  return notice ? toastOf(notice, 'ok') : undefined;
}

/** Whether a script has sent a form that browsers can also submit. */
export function wantsAnswer(form: FormTexts): boolean {
  return form.get('answer') === 'data';
}

/** A notice in the reader's language. */
export async function translateToast(args: RequestArgs, toast: Toast): Promise<Said> {
  const t = await translator(args.request);
  const { tone, values, isWelcome, undo } = toast;
  const title = say(t, toast.title, values);
  const text = toast.text && say(t, toast.text, values);
  return {
    tone,
    title,
    text: text && repeats(title, text) ? undefined : text,
    isWelcome,
    undo: undo && { ...undo, label: t('event:star.undo') },
  };
}

async function redirectWithError<Reply>(
  args: RequestArgs,
  says: RedirectOptions<never, Reply>,
  error: DomainError,
): Promise<Response | Reply> {
  const reply = says.reply?.(error);
  if (reply !== undefined) {
    setRetryAfter(args, error);
    return reply;
  }
  // If the database is unavailable, the redirect's target would fail as well.
  const notice = error.code === 'away' ? undefined : noticeOf(says, error);
  if (notice === undefined) return refusePage(args, error);
  const { next } = says;
  const toast = notice ? await errorToast(args, notice, error) : undefined;
  const back = says.back ?? (typeof next === 'string' ? next : refusePage(args, error));
  return redirectTo(args, says, back, { ...says.keeps?.(error), toast });
}

async function answerScriptWithError(
  args: RequestArgs,
  says: Words<never>,
  error: DomainError,
): Promise<Response> {
  const notice = noticeOf(says, error);
  if (notice === undefined) return refusePage(args, error);
  const said = notice ? await translateToast(args, await errorToast(args, notice, error)) : null;
  const answer: Answer = { ok: false, code: error.code, toast: said };
  if (!isFinalStatus(error.status)) answer.mayPass = true;
  return Response.json(answer, { status: error.status, headers: retryHeaders(error) });
}

/** The notice for an error; undefined if there is none, which leads to the error screen. */
function noticeOf({ refused }: Words<never>, error: DomainError): Refused | undefined {
  return typeof refused === 'function' ? refused(error) : refused;
}

/** The notice for an error, with the error's own text if the notice includes it. */
async function errorToast(
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

async function redirectTo(
  args: RequestArgs,
  { isReplacing }: { isReplacing?: boolean },
  url: string,
  flash: Flash,
): Promise<Response> {
  const response = await redirectWith(args, url, flash);
  if (isReplacing) response.headers.set('X-Remix-Replace', 'true');
  return response;
}
