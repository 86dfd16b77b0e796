// What files may not import: circles. ESLint holds the arrows between the layers.
module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-files',
      comment: 'No chain of imports, of values or of types, leads back to its first file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circle-of-folders',
      comment: 'A part of the screens can be read, moved or deleted without the parts that use it.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^app/(components|browser)/' },
      to: { circular: true, viaOnly: { path: '^app/(components|browser)' } },
    },
    {
      name: 'no-part-below',
      comment:
        'What the parts of an area share lies beside their folders and imports none of them.',
      severity: 'error',
      from: { path: '^app/(components|browser)/([^/]+)/[^/]+$' },
      to: { path: '^app/$1/$2/[^/]+/.+\\.tsx?$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.test\\.tsx?$', '^(build|data|public|\\.cache|test-results)/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js', '.mts'] },
  },
};
