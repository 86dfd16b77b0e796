import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';

// The arrows of the architecture: what a layer may not import. Everything else is allowed.
const forbidden = (target, from, message, except = []) => ({ target, from, except, message });
const arrows = [
  forbidden('./app/services', './app', 'services know nothing of ours', ['./services']),
  forbidden('./app/services', './db', 'services know nothing of ours'),
  forbidden('./app/models', './app/routes', 'models know no routes'),
  forbidden('./app/models', './app/http', 'models know no HTTP'),
  forbidden('./app/models', './app/components', 'models know no screens'),
  forbidden('./app/models', './app/jobs', 'models know no jobs'),
  forbidden('./app/models', './app/browser', 'models know no browser'),
  forbidden('./app/http', './app/routes', 'the edge knows no routes'),
  forbidden('./app/http', './app/components', 'the edge knows no screens'),
  forbidden('./app/http', './app/services', 'the edge speaks to models'),
  forbidden('./app/http', './db', 'the edge speaks to models'),
  ...['routes', 'api', 'files'].flatMap((layer) => [
    forbidden(`./app/${layer}`, './db', 'routes, calls and files speak to models'),
    forbidden(`./app/${layer}`, './app/jobs', 'routes, calls and files start no jobs'),
  ]),
  forbidden('./app/jobs', './app/routes', 'jobs know no routes'),
  forbidden('./app/jobs', './app/http', 'jobs know no HTTP'),
  forbidden('./app/jobs', './app/components', 'jobs know no screens'),
  ...['components', 'browser'].flatMap((layer) => [
    forbidden(`./app/${layer}`, './app/routes', 'components are drawn by routes, not the reverse'),
    forbidden(`./app/${layer}`, './app/http', 'components know no HTTP'),
    forbidden(`./app/${layer}`, './app/services', 'components run in the browser'),
    forbidden(`./app/${layer}`, './app/jobs', 'components run in the browser'),
    forbidden(`./app/${layer}`, './db', 'components run in the browser'),
    // A schema brings zod: 27 KB on every page of a guest.
    forbidden(
      `./app/${layer}`,
      './app/models/**/{*.server,*.schema,schema}.ts',
      'components use the pure models only',
    ),
  ]),
  ...['services', 'models', 'http', 'routes', 'api', 'files', 'jobs', 'components', 'browser'].map(
    (layer) => forbidden(`./app/${layer}`, './app/demo', 'the demo event is one among others'),
  ),
  // The schema takes the types of storages and of planned removals from their lists, and its limits from the rules.
  // Migrations note the version.
  forbidden('./db', './app', 'the database knows nothing of the application', [
    './services/storage/drivers.server.ts',
    './models/event/door.ts',
    './models/event/rules.ts',
    './models/event/standings.ts',
    './models/photo/caption.ts',
    './models/mission/rules.ts',
    './models/photo/count.d.mts',
    './models/photo/count.mjs',
    './models/photo/removal.ts',
    './models/photo/star.ts',
    './models/push/rules.ts',
    './models/table/rules.ts',
    './models/wall/rules.ts',
    './version.server.ts',
  ]),
];

/** Libraries that a server needs only sometimes: `import()` loads them when they are used. */
const LOADED_LATE = ['stripe', 'nodemailer', 'pg', '@electric-sql/pglite'];
const late = LOADED_LATE.map((name) => ({
  name,
  message: 'import() it where it is used: a server that does not use it saves the memory',
  allowTypeImports: true,
}));
const typesOfShapes = {
  regex: '/shape$',
  allowTypeImports: true,
  message: 'a shape brings zod: browsers take its type alone',
};
const oneDoor = {
  regex: '/session/write\\.server$',
  importNames: ['signIn'],
  message: 'sessions begin in http/authenticator.server.ts alone',
};

/** A word of two letters or more, beside names that are the same in every language. */
const WORD = '/(?<!\\p{L})(?!(?:Snapodium|PNG|SVG)(?!\\p{L}))\\p{L}{2,}/u';
const SPOKEN = '/^(aria-label|alt|title|placeholder|label|hint)$/';
const untranslated = [
  `JSXText[value=${WORD}]`,
  `JSXAttribute[name.name=${SPOKEN}] > Literal[value=${WORD}]`,
].map((selector) => ({
  selector,
  message: 'readers of several languages meet it: take it from i18n/locales',
}));

/** Tailwind and a search find only whole class names. */
const CLASSES = 'JSXAttribute[name.name=/^class|ClassName$/] TemplateLiteral > TemplateElement';
const glued = [
  `${CLASSES}[tail=false][value.raw=/\\S$/]`,
  `${CLASSES}:not(:first-child)[value.raw=/^\\S/]`,
].map((selector) => ({ selector, message: 'write every class name whole' }));

/** What a route with an action exports, so that a form stays as it is where the server is out of reach. */
const unkept = [
  'Program:has(ExportNamedDeclaration > :matches(FunctionDeclaration[id.name="action"], VariableDeclaration > VariableDeclarator[id.name="action"])):not(:has(ExportNamedDeclaration :matches(FunctionDeclaration, VariableDeclarator)[id.name="clientAction"]))',
  'ExportNamedDeclaration VariableDeclarator[id.name="clientAction"]:not([init.name="keepForm"])',
  'FunctionDeclaration[id.name="clientAction"]:not(:has(ReturnStatement CallExpression[callee.name="keepForm"]))',
].map((selector) => ({
  selector,
  message: 'a route with an action exports a clientAction that is keepForm or returns it',
}));

/** What a route with a loader exports, so that a screen stays when the server does not answer. */
const unanswered = {
  selector:
    'Program:has(ExportNamedDeclaration > :matches(FunctionDeclaration[id.name="loader"], VariableDeclaration > VariableDeclarator[id.name="loader"])):not(:has(ExportSpecifier[exported.name="clientLoader"]))',
  message: 'a route with a loader exports a clientLoader from app/browser/screen-data.ts',
};

export default tseslint.config(
  { ignores: ['build/', 'data/', 'public/', '.cache/', 'test-results/', 'db/migrations/'] },
  js.configs.recommended,
  tseslint.configs.strict,
  {
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    plugins: {
      'import-x': importX,
      'react-hooks': reactHooks,
    },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: arrows }],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-invalid-void-type': 'off',
      'no-console': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  {
    files: ['app/**/*.ts', 'app/**/*.tsx'],
    ignores: ['**/*.test.*'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [oneDoor] }],
      '@typescript-eslint/no-restricted-imports': ['error', { paths: late }],
    },
  },
  {
    files: ['app/{components,browser}/**/*.{ts,tsx}', 'app/models/**/rules.ts'],
    ignores: ['**/*.test.*'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        { paths: late, patterns: [typesOfShapes] },
      ],
    },
  },
  {
    files: ['app/http/authenticator.server.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['app/**/*.tsx'],
    ignores: ['**/*.test.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...untranslated, ...glued] },
  },
  {
    // Other programs post to those of `system/`.
    files: ['app/routes/**/*.ts', 'app/routes/**/*.tsx'],
    ignores: ['**/*.test.*', 'app/routes/system/**'],
    rules: { 'no-restricted-syntax': ['error', ...untranslated, ...glued, ...unkept, unanswered] },
  },
  {
    files: ['**/*.tsx'],
    ...jsxA11y.flatConfigs.recommended,
  },
);
