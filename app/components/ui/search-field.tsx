import { useEffect, useRef, type InputHTMLAttributes } from 'react';

/**
 * The field of a search by name. When a link changes the URL, the field is updated, unless the user is typing in it.
 * @param search the current search text
 */
export function SearchField({
  search,
  ...input
}: { search: string } & InputHTMLAttributes<HTMLInputElement>) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = search;
  }, [search]);
  return (
    <input
      {...input}
      ref={field}
      className="input min-w-0 flex-1"
      type="search"
      id="q"
      name="q"
      defaultValue={search}
      autoComplete="off"
      enterKeyHint="search"
    />
  );
}
