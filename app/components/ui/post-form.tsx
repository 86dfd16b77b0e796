import { useFetcher, type FormProps } from '@remix-run/react';

/**
 * A form that posts to an address without a screen, or to another screen. Sent in the background, it
 * leaves the page as it is until the answer leads on; without scripts it posts as it is.
 */
export function PostForm(form: FormProps & { action: string }) {
  const { Form } = useFetcher();
  return <Form method="post" {...form} />;
}
