import { getFormProps, type FormMetadata } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import type { ComponentProps, ReactNode } from 'react';
import { paths } from '~/paths';
import { FormError } from '../ui/field';
import { SubmitButton } from '../ui/submit';

/** One of the settings' forms: a sentence, form errors, the fields, one button. */
export function SettingsForm<Fields extends { [Key in keyof Fields]: unknown }>({
  form,
  intent,
  text,
  failedTitle,
  submit,
  children,
}: {
  form: FormMetadata<Fields, string[]>;
  /** Tells the action which form is sent. */
  intent: string;
  text: string;
  failedTitle: string;
  submit: Pick<ComponentProps<typeof SubmitButton>, 'className' | 'icon' | 'label' | 'busyLabel'>;
  children: ReactNode;
}) {
  return (
    <Form
      className="grid gap-4"
      method="post"
      action={paths.settings()}
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <p className="text-ink-soft">{text}</p>
      <FormError errors={form.errors} title={failedTitle} />
      {children}
      <SubmitButton
        {...submit}
        name="intent"
        value={intent}
        pending={useNavigation().formData?.get('intent') === intent}
      />
    </Form>
  );
}
