import { useFetchers, useSubmit } from '@remix-run/react';
import { useCallback, useId, useMemo, useRef, useState, type FormEvent } from 'react';
import { StarAnswer } from './star-answer';

/**
 * The stars of a screen, which light up immediately: a form is sent in the background, and after an error the star is
 * reverted and the reason shown. One instance serves all prints of a screen, because a component with a fetcher
 * re-renders whenever any request starts or ends.
 */
export function useStars(starredIds: number[]) {
  const starred = useStarred(starredIds);
  const submit = useSubmit();
  const id = useId();
  const presses = useRef(0);
  /** The fetcher of each photo's last press, by the form's URL. */
  const [sent, setSent] = useState<ReadonlyMap<string, string>>(new Map());

  const send = useCallback(
    (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = new FormData(event.currentTarget);
      form.set('answer', 'data');
      const { pathname: action } = new URL(event.currentTarget.action);
      // Each press has its own fetcher. Remix would abort the previous request of the same one, and the server might
      // still handle it, after this one.
      const fetcherKey = `${id} ${action} ${(presses.current += 1)}`;
      setSent((before) => new Map(before).set(action, fetcherKey));
      // Synchronously: React renders a router state when it has time, which is late on a slow phone.
      submit(form, { method: 'post', action, navigate: false, fetcherKey, flushSync: true });
    },
    [id, submit],
  );

  return {
    /** The photos whose star is lit, including pending ones. The same set while nothing changes. */
    starred,
    /** Sends a star's form. */
    send,
    /** Shows answers to sent stars; can be rendered anywhere on the screen. */
    answers: [...sent].map(([action, fetcherKey]) => (
      <StarAnswer key={action} fetcherKey={fetcherKey} photoId={photoOf(action)} />
    )),
  };
}

/** The photos whose star is lit, including pending ones. */
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

/** The photo in a star's URL. */
const photoOf = (address: string) => Number(/\/photos\/(\d+)\/star$/.exec(address)?.[1]);
