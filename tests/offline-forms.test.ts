import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Nobody's page posts to these: other programs do, or the browser asks for a file. */
const NO_FORMS = /^routes\/(api|files|system)\//;

/** The files of all routes, in the order of `app/routes.ts`. */
function filesOf(source: string): string[] {
  return [...source.matchAll(/'(routes\/[\w./-]+)'/g)].map(([, file = '']) => file);
}

describe('a form that cannot be sent', () => {
  const read = (file: string) => readFileSync(`app/${file}`, 'utf8');
  const actions = filesOf(read('routes.ts'))
    .filter((file) => !NO_FORMS.test(file))
    .map((file) => ({ file, source: read(file) }))
    .filter(({ source }) => /^export (async )?(function|const) action\b/m.test(source));

  it('is known of every route', () => {
    expect(actions.length).toBeGreaterThan(25);
  });

  it.each(actions)('stays as it is: $file', ({ source }) => {
    expect(source).toMatch(/^export (const|function) clientAction\b/m);
    expect(source).toMatch(/^import \{ keepForm \} from '~\/offline\/keep-form';$/m);
    const [, own = ''] = source.split(/^export (?:const|function) clientAction/m);
    expect(own).toMatch(/^( = keepForm;|\([^)]*\) \{\n {2}return keepForm\()/);
  });
});
