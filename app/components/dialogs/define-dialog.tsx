import { matchPath, type useLoaderData } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { lazy, type ComponentType, type ReactElement } from 'react';
import { untilLoaded } from '~/browser/reach';

/** The loader of a dialog's route. Its answer contains the title of the dialog and of its page. */
type DialogLoader = (args: never) => Promise<{ title: string }>;

/** The data that a loader's page receives. */
type DataOf<Loader> = ReturnType<typeof useLoaderData<Loader>> & { title: string };

interface DialogOptions {
  /** The path of its route, as in `app/routes.ts`, with a leading slash. */
  match: string;
  /** `alertdialog` for dialogs that delete. A click outside does not close them. */
  role?: 'dialog' | 'alertdialog';
  fullscreen?: boolean;
  /**
   * Whether its data reload whenever the screen below does. Otherwise its loader runs once: most questions do
   * not depend on their answer, and once a thing is gone there is nothing left to load.
   */
  isLive?: boolean;
  /**
   * What is known before the loader has answered, translated by `t`; null if nothing is. With a preview, the
   * dialog stays the same element from one URL to the next.
   */
  preview?: (to: string, t: TFunction<['common', 'event']>) => unknown;
}

/** The content, which the dialog and its page share. Its props are the loader's answer. */
type DialogContent<Data> =
  | {
      /** Loads the content when somebody opens the dialog, because most users never do. */
      load: () => Promise<ComponentType<Data>>;
    }
  | {
      /** Loaded with the screens below. */
      Content: ComponentType<Data>;
    };

/** A dialog as a `DialogHost` knows it. */
export interface Dialog extends DialogOptions {
  /**
   * Loads the code of its content. If it is missing, it is loaded with the screens below.
   * @throws TypeError if nothing answers; another call tries again
   */
  loadContent?: () => Promise<unknown>;
  /** Renders its content from the loader's answer. */
  render: (data: unknown) => ReactElement;
  /** Its title from the loader's answer. */
  titleOf: (data: unknown) => string;
}

/**
 * Declares that a route opens as a dialog over the screens around it. Put it in `<route>.dialog.ts` beside
 * the route, exported as `dialog`. The host of the screens finds it there.
 */
export function defineDialog<Loader extends DialogLoader>({
  match,
  role,
  fullscreen,
  isLive,
  preview,
  ...content
}: DialogOptions & DialogContent<DataOf<Loader>>): Dialog {
  const Content = 'load' in content ? later(content.load) : withData(content.Content);
  // The host calls the loader of the matching route, which is `Loader`.
  const dataOf = (data: unknown) => data as DataOf<Loader>;
  return {
    match,
    role,
    fullscreen,
    isLive,
    preview,
    loadContent: 'load' in content ? content.load : undefined,
    render: (data) => <Content data={dataOf(data)} />,
    titleOf: (data) => dataOf(data).title,
  };
}

/** The dialog of a URL, or undefined. */
export function findDialog(dialogs: readonly Dialog[], to: string): Dialog | undefined {
  const [path = ''] = to.split(/[?#]/);
  return dialogs.find(({ match }) => {
    const params = matchPath(match, path)?.params;
    // Parameters are ids: /photos/add is not a photo.
    return params && Object.values(params).every((id) => /^\d+$/.test(id ?? ''));
  });
}

function withData<Data extends object>(Content: ComponentType<Data>) {
  return ({ data }: { data: Data }) => <Content {...data} />;
}

function later<Data extends object>(load: () => Promise<ComponentType<Data>>) {
  // `lazy` loads once and stores a failure permanently, so the wait for a failed network happens in here.
  return lazy(async () => ({ default: withData(await untilLoaded(load)) }));
}
