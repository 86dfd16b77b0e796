import { getFormProps, type SubmissionResult } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { CODE_LENGTH } from '~/models/wall/rules';
import { wallPaths } from '~/wall-paths';
import { Field, FormError } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';

/** The form with the code that opens the wall on a screen; `code` is filled in. */
export function EnterWall({
  code,
  lastResult,
}: {
  code?: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const { t } = useTranslation('remote');
  const [form, fields] = useServerForm<{ code: string }>({
    id: 'wall',
    lastResult,
    defaultValue: { code },
  });
  const isPending = useNavigation().formMethod === 'POST';
  return (
    <Form
      className="grid gap-4"
      method="post"
      action={wallPaths.enter()}
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <FormError errors={form.errors} />
      <div className="[&_.input]:text-center [&_.input]:font-display [&_.input]:text-4xl/normal [&_.input]:tracking-widest [&_.input]:uppercase">
        <Field
          field={fields.code}
          label={t('enter.code')}
          required
          size={CODE_LENGTH}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
        />
      </div>
      <SubmitButton className="big" icon="screen" pending={isPending} label={t('enter.open')} />
    </Form>
  );
}
