import { Form, useNavigation, type FetcherWithComponents, type FormProps } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { closingSteps } from '~/browser/keep-form';
import { useAnswer, useLastAnswer } from '~/browser/use-answer';

type DialogFetcher = FetcherWithComponents<unknown>;

/** Inside an open dialog: its address and what posts its forms without leaving the screen below. */
export const DialogFormContext = createContext<{ to: string; fetcher: DialogFetcher } | null>(null);

/**
 * The form of a dialog's content. On the page it posts to the page; in an open dialog it posts to
 * the dialog's address and stays, until the action answers with a redirect.
 */
export function DialogForm({ action, ...form }: FormProps) {
  const dialog = useContext(DialogFormContext);
  if (!dialog) return <Form method="post" action={action} {...form} />;
  return <dialog.fetcher.Form method="post" action={action ?? dialog.to} {...form} />;
}

/** What the action of a dialog answered last, and whether a form is on its way. */
export function useDialogAction<Answer>(): { answer: Answer | undefined; isPending: boolean } {
  const dialog = useContext(DialogFormContext);
  const pageAnswer = useAnswer<Answer>();
  const navigation = useNavigation();
  const dialogAnswer = useLastAnswer(dialog?.fetcher.data);
  const last = dialog ? dialogAnswer : pageAnswer;
  const answer = closingSteps(last) > 0 ? undefined : (last as Answer | undefined);
  return {
    answer,
    isPending: dialog ? dialog.fetcher.state !== 'idle' : navigation.formMethod === 'POST',
  };
}
