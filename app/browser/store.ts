import { useSyncExternalStore } from 'react';

/** A value of this page outside React. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  /** What a component selects from the value; the component re-renders only when its selection changes. */
  use<U>(select: (value: T) => U): U;
}

/**
 * Creates a store. A context would re-render all of its readers at every change, and React would discard the parts
 * below it that are not hydrated yet.
 * @param initial the value on the server and while hydrating
 */
export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
    use: (select) =>
      useSyncExternalStore(
        listen,
        () => select(current),
        () => select(initial),
      ),
  };
}
