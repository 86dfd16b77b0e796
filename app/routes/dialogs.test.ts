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

/** Every address there is a builder for, about the thing of id 1. */
const addresses = [paths, organizerPaths, adminPaths]
  .flatMap((builders) => Object.values(builders))
  .map((build) => (build as (id: number) => string)(1));

describe.each(dialogs)('%s', (file, { match }) => {
  it('matches the route it stands beside', () => {
    const route = file.replace(/^\.\//, 'routes/').replace(/\.dialog\.ts$/, '.tsx');
    expect(pathOf.get(route)).toBe(match);
  });

  it('has one address', () => {
    const one = { match } as Dialog;
    expect(addresses.filter((to) => findDialog([one], to))).toHaveLength(1);
  });
});

it('knows every dialog', () => expect(dialogs.length).toBeGreaterThan(12));
