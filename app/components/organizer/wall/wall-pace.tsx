import { useFetcher } from '@remix-run/react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WALL_DELAYS, WALL_PACES } from '~/models/wall/rules';
import { organizerPaths } from '~/organizer-paths';
import type { RemoteView } from './wall-views';

/** How long new photos wait, and how long each one stands. */
export function WallPace({ view: { delay, pace } }: { view: RemoteView }) {
  const { t } = useTranslation('remote');
  const id = useId();
  const delays = [
    ...WALL_DELAYS.map((value) => ({ value: String(value), label: t(`delay.${value}`) })),
    { value: 'none', label: t('delay.none') },
  ];
  const paces = WALL_PACES.map((value) => ({
    value: String(value),
    label: t('pace.seconds', { seconds: value }),
  }));
  return (
    <section className="card grid grid-cols-[minmax(0,1fr)] gap-4" aria-labelledby={id}>
      <h2 className="m-0 text-h3" id={id}>
        {t('runs')}
      </h2>
      <Choice
        field="delay"
        title={t('delay.title')}
        hint={t('delay.hint')}
        values={delays}
        current={delay === null ? 'none' : String(delay)}
      />
      <Choice
        field="pace"
        title={t('pace.title')}
        hint={t('pace.hint')}
        values={paces}
        current={String(pace)}
      />
    </section>
  );
}

/** One of a few values. With scripts a choice is sent at once; without them there is a button. */
function Choice({
  field,
  title,
  hint,
  values,
  current,
}: {
  field: 'delay' | 'pace';
  title: string;
  hint: string;
  values: { value: string; label: string }[];
  current: string;
}) {
  const { t } = useTranslation('remote');
  const fetcher = useFetcher();
  const id = useId();
  // The choice is shown at once, and reverted if it is refused.
  const [choice, choose] = useState<string | null>(null);
  const isSent = fetcher.state === 'idle';
  useEffect(() => {
    if (isSent) choose(null);
  }, [isSent]);
  return (
    <fetcher.Form className="grid gap-2" method="post" action={organizerPaths.wall()}>
      <div>
        <p className="font-semibold" id={id}>
          {title}
        </p>
        <p className="text-sm text-ink-soft" id={`${id}-hint`}>
          {hint}
        </p>
      </div>
      <fieldset
        className="segments grid-flow-row grid-cols-[repeat(auto-fit,minmax(3rem,1fr))]"
        aria-labelledby={id}
        aria-describedby={`${id}-hint`}
      >
        {values.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name={field}
              value={value}
              checked={value === (choice ?? current)}
              onChange={(event) => {
                choose(value);
                event.currentTarget.form?.requestSubmit();
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <noscript>
        <button className="button slim">{t('save')}</button>
      </noscript>
    </fetcher.Form>
  );
}
