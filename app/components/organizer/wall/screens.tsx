import { Form } from '@remix-run/react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { organizerPaths } from '~/organizer-paths';
import { Icon } from '~/components/ui/icon';
import { PostForm } from '~/components/ui/post-form';
import { QrCode } from '~/components/ui/qr-code';
import type { NewCode } from './wall-views';

/** How one more screen gets the wall, and how all lose it. */
export function Screens({
  address,
  code,
  hasScreens,
  onEnd,
}: {
  address: string;
  code: NewCode | null;
  hasScreens: boolean;
  /** Called when all screens and codes end. */
  onEnd: () => void;
}) {
  const { t } = useTranslation('remote');
  const id = useId();
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby={id}>
      <h2 className="m-0 text-h3" id={id}>
        {t('another.title')}
      </h2>
      <p className="text-ink-soft">
        {t('another.hint')}{' '}
        <strong className="wrap-anywhere text-ink" dir="ltr">
          {address}
        </strong>{' '}
        {code && t('another.type')}
      </p>
      <div role="status">
        {code && (
          <div className="grid gap-3">
            <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <strong className="font-display text-4xl/none font-normal" dir="ltr">
                {code.code}
              </strong>
              <span className="text-sm text-ink-soft">{t('another.good')}</span>
            </p>
            <p className="text-ink-soft">{t('another.scan')}</p>
            <QrCode qr={code.qr} label={t('another.qr')} />
          </div>
        )}
      </div>
      <div className="flex flex-wrap gap-2.5">
        <Form className="flex-auto" method="post" action={organizerPaths.wall()} preventScrollReset>
          <input type="hidden" name="make" value="code" />
          <button className={`button w-full ${code ? 'quiet' : ''}`}>
            <Icon name="plus" />
            {t(code ? 'another.again' : 'another.make')}
          </button>
        </Form>
        <form className="flex-auto" method="post" action={organizerPaths.wall()} target="_blank">
          <input type="hidden" name="make" value="screen" />
          <button className="button quiet w-full">
            <Icon name="screen" />
            {t('another.here')}
          </button>
        </form>
      </div>
      {hasScreens && (
        <details>
          <summary className="min-h-touch content-center font-semibold">{t('end.title')}</summary>
          <PostForm
            className="grid justify-items-start gap-2.5 pt-1"
            action={organizerPaths.wall()}
            onSubmit={onEnd}
          >
            <p className="text-ink-soft">{t('end.text')}</p>
            <input type="hidden" name="make" value="end" />
            <button className="button danger">{t('end.sure')}</button>
          </PostForm>
        </details>
      )}
    </section>
  );
}
