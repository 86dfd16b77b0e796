import { Form, useNavigation, type FetcherWithComponents, type FormProps } from '@remix-run/react';
import { createContext, useContext } from 'react';
import { closingSteps } from '~/browser/keep-form';
import { useAnswer, useLastAnswer } from '~/browser/use-answer';

type DialogFetcher = FetcherWithComponents<unknown>;

/** Inside an open dialog: its URL, and the fetcher that posts its forms without leaving the screen below. */
export const DialogFormContext = createContext<{ to: string; fetcher: DialogFetcher } | null>(null);

/**
 * The form of a dialog's content. On the page it posts to the page. In an open dialog it posts to the
 * dialog's URL and the dialog stays until the action redirects.
 */
export function DialogForm({ action, ...form }: FormProps) {
  const dialog = useContext(DialogFormContext);
  if (!dialog) return <Form method="post" action={action} {...form} />;
  return <dialog.fetcher.Form method="post" action={action ?? dialog.to} {...form} />;
}

/** The last answer of a dialog's action, and whether a form is being sent. */
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
