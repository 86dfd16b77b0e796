import { useFetcher, type FormProps } from '@remix-run/react';

/**
 * A form that posts to a URL without a screen, or to another screen. It is sent in the background, so the
 * page stays as it is until the response redirects; without scripts it posts normally.
 */
export function PostForm(form: FormProps & { action: string }) {
  const { Form } = useFetcher();
  return <Form method="post" {...form} />;
}
