import type { RouteConfigEntry } from '@remix-run/route-config';
import { describe, expect, it } from 'vitest';
import { findDialog, type Dialog } from '~/components/dialogs/define-dialog';
import { adminPaths } from '~/admin-paths';
import { organizerPaths } from '~/organizer-paths';
import { paths } from '~/paths';
import routes from '~/routes';

const dialogs = Object.entries(
  import.meta.glob<Dialog>('./**/*.dialog.ts', { eager: true, import: 'dialog' }),
);

/** The path of every route, by its file. */
function pathsByFile(entries: readonly RouteConfigEntry[], above = ''): [string, string][] {
  return entries.flatMap(({ file, path, children = [] }) => {
    const own = path ? `${above}/${path}` : above;
    return [[file, own] as [string, string], ...pathsByFile(children, own)];
  });
}

const pathOf = new Map(pathsByFile(routes));

/** The URL of every builder, with id 1. */
const addresses = [paths, organizerPaths, adminPaths]
  .flatMap((builders) => Object.values(builders))
  .map((build) => (build as (id: number) => string)(1));

describe.each(dialogs)('%s', (file, { match }) => {
  it('matches the route next to it', () => {
    const route = file.replace(/^\.\//, 'routes/').replace(/\.dialog\.ts$/, '.tsx');
    expect(pathOf.get(route)).toBe(match);
  });

  it('has exactly one URL', () => {
    const one = { match } as Dialog;
    expect(addresses.filter((to) => findDialog([one], to))).toHaveLength(1);
  });
});

it('finds all dialogs', () => expect(dialogs.length).toBeGreaterThan(12));
