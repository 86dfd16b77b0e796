import { useFetchers, useSubmit } from '@remix-run/react';
import { useCallback, useId, useMemo, useState, type FormEvent } from 'react';
import { useLate } from '~/components/shell/use-late';

const loadAnswer = () => import('./star-answer');

/**
 * A screen's stars, which light at once: a form is sent in the background, and a refusal puts its star back
 * and says why. One of these serves all the prints of a screen, for whatever has a fetcher is drawn anew
 * whenever any request begins or ends.
 */
export function useStars(starredIds: number[]) {
  const starred = useStarred(starredIds);
  const submit = useSubmit();
  const id = useId();
  const [sent, setSent] = useState<readonly string[]>([]);
  const late = useLate(loadAnswer);

  const send = useCallback(
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      form.set('answer', 'data');
      const { pathname: action } = new URL(event.currentTarget.action);
      const fetcherKey = `${id} ${action}`;
      setSent((before) => (before.includes(fetcherKey) ? before : [...before, fetcherKey]));
      // At once: a state of the router is drawn when there is time, which a slow phone has late.
      submit(form, { method: 'post', action, navigate: false, fetcherKey, flushSync: true });
    },
    [id, submit],
  );

  return {
    /** The photos whose star is lit, with those on their way. The same set while nothing changes. */
    starred,
    /** Sends a star's form. */
    send,
    /** Says what was refused; to be drawn anywhere on the screen. */
    answers:
      late &&
      sent.map((key) => <late.StarAnswer key={key} fetcherKey={key} photoId={photoOf(key)} />),
  };
}

/** The photos whose star is lit, with those on their way. */
export function useStarred(starredIds: number[]): ReadonlySet<number> {
  const lit = new Set(starredIds);
  for (const { formAction, formData } of useFetchers()) {
    const photoId = photoOf(formAction ?? '');
    if (!photoId || !formData) continue;
    if (formData.get('on') === '1') lit.add(photoId);
    else lit.delete(photoId);
  }
  const ids = [...lit].join(' ');
  return useMemo(() => new Set(ids === '' ? [] : ids.split(' ').map(Number)), [ids]);
}

/** The photo that an address of a star is of. */
const photoOf = (address: string) => Number(/\/photos\/(\d+)\/star$/.exec(address)?.[1]);
