import { matchPath, type useLoaderData } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { lazy, type ComponentType, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '../ui/note';

/** The loader of a dialog's route: what it answers names the dialog, and its page. */
type DialogLoader = (args: never) => Promise<{ title: string }>;

/** What the page of a loader gets as its data. */
type DataOf<Loader> = ReturnType<typeof useLoaderData<Loader>> & { title: string };

interface DialogOptions {
  /** The path of its route, as `app/routes.ts` writes it, with a slash before it. */
  match: string;
  /** `alertdialog` for what destroys: the scrim does not close it. */
  role?: 'dialog' | 'alertdialog';
  fullscreen?: boolean;
  /**
   * Whether what it shows is loaded anew whenever the screen below is. Otherwise its loader is asked
   * once: what a dialog asks does not depend on its answer, and once a thing is gone there is nothing
   * left to ask about it.
   */
  isLive?: boolean;
  /**
   * What is known of it before its loader has answered, in the words of `t`; null where nothing is. With
   * it, it stays the same element from one address to the next.
   */
  preview?: (to: string, t: TFunction<['common', 'event']>) => unknown;
}

/** The content, the same that its page shows, with what the loader answers as its props. */
type DialogContent<Data> =
  | {
      /** Loads it when somebody opens the dialog; most people never do. */
      load: () => Promise<ComponentType<Data>>;
    }
  | {
      /** Comes with the screens below. */
      Content: ComponentType<Data>;
    };

/** A dialog, as a `DialogHost` knows it. */
export interface Dialog extends DialogOptions {
  /** Its content, with what its loader has answered. */
  render: (data: unknown) => ReactElement;
  /** Its title, which its loader answers as that of its page. */
  titleOf: (data: unknown) => string;
}

/**
 * Says of a route that it opens as a dialog over the screens around it. Stands in `<route>.dialog.ts`
 * beside the route, as its export `dialog`; the host of the screens finds it there.
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
  // The host asks the loader of the route that matches, which is `Loader`.
  const dataOf = (data: unknown) => data as DataOf<Loader>;
  return {
    match,
    role,
    fullscreen,
    isLive,
    preview,
    render: (data) => <Content data={dataOf(data)} />,
    titleOf: (data) => dataOf(data).title,
  };
}

/** The dialog of an address, or undefined. */
export function findDialog(dialogs: readonly Dialog[], to: string): Dialog | undefined {
  const [path = ''] = to.split(/[?#]/);
  return dialogs.find(({ match }) => {
    const params = matchPath(match, path)?.params;
    // Parameters are ids: /photos/add is no photo.
    return params && Object.values(params).every((id) => /^\d+$/.test(id ?? ''));
  });
}

function withData<Data extends object>(Content: ComponentType<Data>) {
  return ({ data }: { data: Data }) => <Content {...data} />;
}

function later<Data extends object>(load: () => Promise<ComponentType<Data>>) {
  return lazy(async () => ({
    default: withData(await load().catch((): ComponentType<Data> => DialogNotLoaded)),
  }));
}

/** On a bad network the code may not arrive; the address is the dialog's own, so it can be tried as a page. */
function DialogNotLoaded() {
  const { t } = useTranslation();
  return (
    <Note tone="error" title={t('error.title')}>
      <a href={window.location.href}>{t('error.try_again')}</a>
    </Note>
  );
}
