import type { FormProps } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formIdOf, type LoginReply } from './login-reply';
import { TypedPerson } from './typed-person';
import { DialogForm } from '~/components/dialogs/dialog-form';
import { SubmitButton } from '~/components/ui/submit';

/**
 * Asks a person who resembles a member whether they are that member, so that they are not registered twice.
 */
export function KnownQuestion({
  reply,
  isPending,
  encType,
}: {
  reply: LoginReply;
  isPending: boolean;
  encType?: FormProps['encType'];
}) {
  const { t } = useTranslation(['auth', 'errors']);
  const [pressed, setPressed] = useState('');
  const getsLink = reply.known?.getsLink;
  const answers = [
    ...(getsLink ? [['link', t('known.send')]] : []),
    ['edit', t('known.correct')],
    ['other', t('known.other')],
  ] as const;
  return (
    <DialogForm className="grid gap-4" id={formIdOf('known')} encType={encType}>
      <p>{t('errors:maybe_known')}</p>
      <TypedPerson values={reply.values} />
      {!getsLink && <p className="text-sm text-ink-soft">{t('known.hint')}</p>}
      {answers.map(([intent, label], place) => (
        <SubmitButton
          key={intent}
          className={place === 0 ? 'w-full' : 'quiet w-full'}
          name="intent"
          value={intent}
          pending={isPending && pressed === intent}
          disabled={isPending}
          onClick={() => setPressed(intent)}
          label={label}
        />
      ))}
    </DialogForm>
  );
}
