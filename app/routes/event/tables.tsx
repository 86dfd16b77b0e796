import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import stylesheet from '~/components/tables/bulbs.css?url';
import { LightsScreen } from '~/components/tables/lights-screen';
import { requireVisit } from '~/http/guards.server';
import { pageMeta } from '~/http/page-meta';
import { paths } from '~/paths';
import { loadMarks } from './load-marks.server';
import { loadTables } from './load-tables.server';
import type { ScreenHandle } from './screen-handle';

export { shouldRevalidate } from '~/browser/screen';
export { clientLoader } from '~/browser/screen-data';

export const handle = { tab: 'top' } satisfies ScreenHandle;

export const links = () => [{ rel: 'stylesheet', href: stylesheet }];

/** The tables' strings of lights (rule `tables.lights`). Readers who may not see them are redirected to the podium. */
export async function loader(args: LoaderFunctionArgs) {
  const identity = await requireVisit(args);
  const marks = await loadMarks(args, ['photos']);
  const view = await loadTables(args, identity);
  if (!view) throw redirect(paths.top());
  return { title: view.title, marks, view };
}

export const meta = pageMeta;

export default function Tables() {
  return <LightsScreen view={useLoaderData<typeof loader>().view} />;
}
