import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { DialogHead } from '~/components/dialogs/dialog-page';
import { paths } from '~/paths';
import { ACTS, PLACES } from './keys';

export interface KeysView {
  isOff: boolean;
  /** The URL that switches the keys off or on. */
  toggle: string;
}

/** The organizer's keys, and the switch for organizers who press them by mistake. */
export function KeysHelp({ view: { isOff, toggle } }: { view: KeysView }) {
  const { t } = useTranslation(['organizer', 'common']);
  return (
    <div className="grid gap-4">
      <DialogHead closeTo={paths.home('profile')} />
      <p className="text-ink-soft">{t(isOff ? 'keys.off_text' : 'keys.text')}</p>
      <div className="grid gap-x-8 gap-y-4 laptop:grid-cols-2">
        <section>
          <h2 className="m-0 mb-1 font-sans text-base font-bold">{t('keys.work')}</h2>
          <dl>
            {ACTS.map(({ key, label }) => (
              <Row key={key} keys={[key]} text={t(`keys.acts.${label}`)} />
            ))}
          </dl>
        </section>
        <section>
          <h2 className="m-0 mb-1 font-sans text-base font-bold">{t('keys.go')}</h2>
          <dl>
            {Object.entries(PLACES).map(([letter, { label }]) => (
              <Row key={letter} keys={['g', letter]} text={t(label)} />
            ))}
          </dl>
        </section>
      </div>
      <Link className="button quiet justify-self-start" to={toggle} reloadDocument>
        {t(isOff ? 'keys.turn_on' : 'keys.turn_off')}
      </Link>
    </div>
  );
}

function Row({ keys, text }: { keys: string[]; text: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-line py-1 not-first:border-t">
      <dt className="order-last flex flex-none gap-1">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-7 rounded-md border border-line bg-sunk px-1.5 text-center font-sans text-sm"
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
