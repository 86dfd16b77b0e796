import { Form } from '@remix-run/react';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PHOTOS_PER_USER } from '~/models/event/rules';
import { misprintOf } from '~/models/event/printed';
import { organizerPaths } from '~/organizer-paths';
import { MisprintLine } from '~/components/organizer/invitation/print-form';
import { Pill } from '~/components/ui/pill';
import { useSetting } from './use-setting';

/** How long the note that it was saved is shown. */
const SAVED_MS = 2000;
const FIELD = 'maxPhotosPerUser';
const LABEL_ID = 'photo-count';
const HINT_ID = 'photo-count-hint';
const { min, max } = PHOTOS_PER_USER;
const COUNTS = Array.from({ length: max - min + 1 }, (_, index) => min + index);

/**
 * Photos per participant. With scripts a choice is sent immediately; without them there is a button.
 * @param props.printed the number on printed cards; null without prints
 */
export function PhotoCount({ count, printed }: { count: number; printed: number | null }) {
  const { t } = useTranslation('organizer');
  const [isSaved, showSaved] = useFlag(SAVED_MS);
  // The choice is shown immediately, and reverted if saving fails.
  const [chosen, choose] = useState<number | null>(null);
  const { submit } = useSetting(organizerPaths.eventPhotoCount(), {
    onSaved: () => {
      choose(null);
      showSaved();
    },
    onFailed: () => choose(null),
  });

  // Set only when it is sent, not when it is pressed: without a connection nothing is sent.
  function send(event: FormEvent<HTMLFormElement>) {
    choose(Number(new FormData(event.currentTarget).get(FIELD)));
    submit(event);
  }

  return (
    <Form
      className="setting-row"
      method="post"
      action={organizerPaths.eventPhotoCount()}
      onSubmit={send}
    >
      <div className="min-w-44 flex-1">
        <p className="name">
          <span id={LABEL_ID}>{t('rules.photos')}</span>
          {/* Always takes up its space, so that nothing moves when it appears. */}
          <span className={isSaved ? 'flex' : 'invisible flex'} aria-hidden="true">
            <Pill tone="ok" icon="check">
              {t('rules.saved')}
            </Pill>
          </span>
          <span className="sr-only" role="status">
            {isSaved && t('rules.saved')}
          </span>
        </p>
        <p className="text-sm text-ink-soft" id={HINT_ID}>
          {t('rules.photos_hint', { min, max })}
        </p>
        <div role="status">
          <MisprintLine
            misprint={misprintOf({ printedPhotos: printed, maxPhotosPerUser: chosen ?? count })}
          />
        </div>
      </div>
      <fieldset className="segments" aria-labelledby={LABEL_ID} aria-describedby={HINT_ID}>
        {COUNTS.map((value) => (
          <label key={value}>
            <input
              type="radio"
              name={FIELD}
              value={value}
              checked={value === (chosen ?? count)}
              onChange={(event) => event.currentTarget.form?.requestSubmit()}
            />
            {value}
          </label>
        ))}
      </fieldset>
      <noscript>
        <button className="button slim">{t('save')}</button>
      </noscript>
    </Form>
  );
}

/** True for a while after each call of `raise`. */
function useFlag(ms: number): [isUp: boolean, raise: () => void] {
  const [raised, setRaised] = useState(0);
  useEffect(() => {
    if (raised === 0) return;
    const timer = setTimeout(() => setRaised(0), ms);
    return () => clearTimeout(timer);
  }, [raised, ms]);
  return [raised > 0, () => setRaised((times) => times + 1)];
}
