// An ESLint rule: no chain of imports leads back to its first file. `import-x/no-cycle` ignores imports of
// types, but two files that need each other's types are a circle, too.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';

/** The imports of each file, read once: file → { target, line }[]. */
const graph = new Map();
/** How to resolve imports, for each tsconfig.json: path → { options, cache }. */
const resolvers = new Map();

export default {
  meta: {
    type: 'problem',
    schema: [],
    messages: { circle: 'Imports in a circle: {{way}}' },
  },
  create(context) {
    return {
      Program(program) {
        const file = context.filename;
        for (const { target, line } of importsOf(file)) {
          const way = wayBetween(target, file);
          if (!way) continue;
          const names = [file, ...way].map((path) => path.replace(`${context.cwd}/`, ''));
          context.report({
            node: program,
            loc: { line, column: 0 },
            messageId: 'circle',
            data: { way: names.join(' → ') },
          });
        }
      },
    };
  },
};

/** The shortest chain of imports from one file to another, both included, or null. */
function wayBetween(from, to) {
  const cameFrom = new Map([[from, null]]);
  for (const path of cameFrom.keys()) {
    if (path === to) {
      const way = [];
      for (let step = to; step; step = cameFrom.get(step)) way.unshift(step);
      return way;
    }
    for (const { target } of importsOf(path)) {
      if (!cameFrom.has(target)) cameFrom.set(target, path);
    }
  }
  return null;
}

/** Our own files that a file imports: values or types, static or dynamic, and re-exports. */
function importsOf(file) {
  const known = graph.get(file);
  if (known) return known;
  const imports = [];
  graph.set(file, imports);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node) => {
    const name = importedName(node);
    const target = name && resolve(name, file);
    if (target) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      imports.push({ target, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return imports;
}

function importedName(node) {
  const name =
    ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
      ? node.moduleSpecifier
      : ts.isImportTypeNode(node)
        ? node.argument.literal
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined;
  return name && ts.isStringLiteralLike(name) ? name.text : undefined;
}

function resolve(name, file) {
  const { options, cache } = resolverOf(file);
  const { resolvedModule } = ts.resolveModuleName(name, file, options, ts.sys, cache);
  const isOurs = resolvedModule && !resolvedModule.isExternalLibraryImport;
  return isOurs && /\.[cm]?[jt]sx?$/.test(resolvedModule.resolvedFileName)
    ? resolvedModule.resolvedFileName
    : undefined;
}

/** The options of the nearest tsconfig.json, which say what `~/` stands for. */
function resolverOf(file) {
  const path = ts.findConfigFile(dirname(file), ts.sys.fileExists);
  if (!path) throw new Error(`${file} has no tsconfig.json`);
  let resolver = resolvers.get(path);
  if (!resolver) {
    const folder = dirname(path);
    const { config } = ts.readConfigFile(path, ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, folder, path);
    const cache = ts.createModuleResolutionCache(folder, (name) => name, options);
    resolver = { options, cache };
    resolvers.set(path, resolver);
  }
  return resolver;
}
