import { getFormProps } from '@conform-to/react';
import type { FormProps } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import {
  formIdOf,
  typedBy,
  type Invited,
  type LoginReply,
  type LoginTexts,
} from '~/components/auth/login-reply';
import { PersonFields } from '~/components/auth/person-fields';
import { DialogForm } from '~/components/dialogs/dialog-form';
import { CheckField } from '~/components/ui/field';
import { useServerForm } from '~/components/ui/form';
import { SubmitButton } from '~/components/ui/submit';

/**
 * The form for a visitor's name and e-mail, below their photos (rule `photos.first`).
 * @param props.invited name and address of a visitor who opened their invitation
 * @param props.count how many photos
 * @param props.isReady false while there are too many
 */
export function WhoTookIt({
  reply,
  invited,
  isPending,
  count,
  isReady,
  encType,
}: {
  reply?: LoginReply;
  invited: Invited | null;
  isPending: boolean;
  count: number;
  isReady: boolean;
  encType?: FormProps['encType'];
}) {
  const { t } = useTranslation('auth');
  const [form, fields] = useServerForm<LoginTexts>({
    id: formIdOf(),
    lastResult: reply?.result,
    defaultValue: typedBy(reply, invited),
  });
  return (
    <DialogForm
      className="grid gap-3"
      encType={encType}
      {...getFormProps(form, { ariaAttributes: false })}
    >
      <div className="beside grid gap-3">
        <PersonFields fields={fields} emailHint={t('login.email_hint')} />
      </div>
      <CheckField
        field={fields.consent}
        label={t('login.consent')}
        required
        errors={{ required: 'consent_required' }}
      />
      <SubmitButton
        className="big w-full"
        name="intent"
        value="submit"
        pending={isPending}
        disabled={!isReady}
        label={t('login.put', { count })}
        busyLabel={t('login.putting')}
      />
    </DialogForm>
  );
}
