import { Form } from '@remix-run/react';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { shrinkPhoto } from '~/offline/shrink-photo';
import { paths } from '~/paths';
import { useToast } from '~/components/shell/toaster';
import { Icon } from '~/components/ui/icon';
import { useHydrated } from '~/components/ui/use-hydrated';
import { useSetting } from './use-setting';

const FIELD = 'image';

/** With scripts the choice of a file shrinks and sends it; without them there is a page with a form. */
export function ChangeImage() {
  const { t } = useTranslation('organizer');
  const toast = useToast();
  const [isShrinking, setIsShrinking] = useState(false);
  const { send, pending } = useSetting(paths.eventImage(), {
    onSaved: (said) => said && toast(said),
  });
  const isBusy = isShrinking || pending !== undefined;
  const label = isBusy ? t('saving') : t('image.change');

  async function shrinkAndSend(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    event.currentTarget.reset();
    setIsShrinking(true);
    form.set(FIELD, await shrinkPhoto(form.get(FIELD) as File, new AbortController().signal));
    send(form, 'multipart/form-data');
    setIsShrinking(false);
  }

  if (!useHydrated()) {
    return (
      <a className="button quiet slim" href={paths.eventImage()}>
        <Icon name="camera" />
        {label}
      </a>
    );
  }
  return (
    <Form className="contents" onSubmit={shrinkAndSend}>
      <label className="button quiet slim" aria-busy={isBusy}>
        {isBusy ? <span className="spinner" /> : <Icon name="camera" />}
        {label}
        <input
          className="sr-only"
          type="file"
          name={FIELD}
          accept="image/*"
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        />
      </label>
    </Form>
  );
}
