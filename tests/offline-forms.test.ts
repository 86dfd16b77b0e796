import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Nobody's page posts to these: other programs do, or the browser asks for a file. */
const NO_FORMS = /^routes\/(api|files|system)\//;

/** Where the browser tests of these stand, and what they cut the network under. */
const ELSEWHERE: Record<string, string> = {
  'routes/auth/join.tsx': 'tests/e2e/offline.spec.ts',
  'routes/auth/join-confirm.tsx': 'tests/e2e/offline.spec.ts',
  'routes/auth/email-link.tsx': 'the form of routes/auth/return-link.tsx',
  'routes/auth/login-link.tsx': 'the form of routes/auth/return-link.tsx',
  'routes/event/image-add.ts': 'tests/e2e/kept-uploads.spec.ts',
  'routes/event/photo-add.ts': 'tests/e2e/upload.spec.ts',
  'routes/event/star.ts': 'tests/e2e/kept-stars.spec.ts',
  'routes/shop/shop.tsx': 'tests/e2e/shop.spec.ts',
};

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

  it('has the network cut under each in a browser', () => {
    const cases = readFileSync('tests/e2e/offline-forms.ts', 'utf8');
    const tried = [...cases.matchAll(/^ {4}route: '([^']+)',$/gm)].map(([, file]) => file);
    const missing = actions.filter(({ file }) => !tried.includes(file) && !(file in ELSEWHERE));
    expect(missing.map(({ file }) => file)).toEqual([]);
    expect(tried.filter((file) => !actions.some((action) => action.file === file))).toEqual([]);
    expect(Object.keys(ELSEWHERE).filter((file) => tried.includes(file))).toEqual([]);
  });
});
