import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import { GUEST_NAMESPACES } from './app/i18n/languages';
import { serviceWorkerScript } from './scripts/build-service-worker.mjs';
import { wallFile } from './scripts/build-wall.mjs';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * The server's code is one file: what the browser loads late, the server has from the start, and the migrations
 * lie where the code looks for them. The thread that makes PDFs is built separately.
 */
function oneFile(id: string): string | undefined {
  // Each driver's part of drizzle imports the driver. In one file, the unused database would be loaded too.
  const driver = /\/drizzle-orm\/(pglite|node-postgres)\//.exec(id)?.[1];
  if (driver) return `database-${driver}`;
  if (id.endsWith('/db/embedded.server.ts')) return 'database-pglite';
  if (id.endsWith('/db/postgres.server.ts')) return 'database-node-postgres';
  return id.startsWith('\0') || id.startsWith('virtual:') ? undefined : 'app';
}

/**
 * Large libraries of which we use a part. Bundled, only that part is read at the start and stays in memory (zod
 * alone has messages in fifty languages).
 */
const INTO_THE_SERVER = [
  'zod',
  '@conform-to/react',
  '@conform-to/dom',
  '@conform-to/zod',
  'drizzle-orm',
];

/** Bundled, it takes its checksums from Node, which makes it fast (decision 14). */
const WITH_OUR_CRC32 = 'yazl';

/**
 * A language's guest texts in one file, with the list of its other texts: one request on a slow network instead
 * of five.
 */
function textsByLanguage(id: string): string | undefined {
  const list = /i18n\/further\/(\w+)\.ts$/.exec(id)?.[1];
  if (list) return `texts-${list}`;
  const [, language, namespace] = /locales\/(\w+)\/(\w+)\.json$/.exec(id) ?? [];
  return GUEST_NAMESPACES.some((one) => one === namespace) ? `texts-${language}` : undefined;
}

/**
 * `virtual:text-files` gives the server the URL of each language's texts, so that a page requests them together
 * with its other files; its scripts would request them only once they are loaded. It reads the manifest of the
 * browser's build, and is empty in development.
 */
function textFiles(isRead: boolean): Plugin {
  const name = 'virtual:text-files';
  return {
    name,
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return;
      const files: Record<string, string> = {};
      if (isRead) {
        const json = readFileSync(here('./build/client/.vite/manifest.json'), 'utf8');
        const manifest = JSON.parse(json) as Record<string, { file: string; name?: string }>;
        for (const chunk of Object.values(manifest)) {
          const language = /^texts-(\w+)$/.exec(chunk.name ?? '')?.[1];
          if (language) files[language] = `/${chunk.file}`;
        }
      }
      return `export default ${JSON.stringify(files)};`;
    },
  };
}

/** Files that each page has loaded before its code imports another. Their names need not be in lists of preloads. */
const ON_EVERY_PAGE = /\/(libraries|page)-[\w-]{7}\.js$/;

/** Serves the service worker in development; a build has it as a file. */
function freshServiceWorker(): Plugin {
  return {
    name: 'fresh-service-worker',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        serviceWorkerScript(request.url ?? '').then((script) => {
          if (script === null) return next();
          response.setHeader('Content-Type', 'text/javascript').end(script);
        }, next);
      });
    },
  };
}

/** Serves the wall's program in development; a build has it as files. */
function freshWall(): Plugin {
  return {
    name: 'fresh-wall',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = request.url ?? '';
        wallFile(path).then((content) => {
          if (content === null) return next();
          if (path.endsWith('.js')) response.setHeader('Content-Type', 'text/javascript');
          if (path.endsWith('.css')) response.setHeader('Content-Type', 'text/css');
          if (path.endsWith('.svg')) response.setHeader('Content-Type', 'image/svg+xml');
          response.end(content);
        }, next);
      });
    },
  };
}

/** The pages that a guest visits most, by what is loaded together. */
const VISITS: [chunk: string, start: RegExp][] = [
  ['page', /\/app\/(entry\.client|root)\.tsx$/],
  ['frame', /\/app\/routes\/event\/shell\.tsx$/],
  ['tabs', /\/app\/routes\/event\/(home|feed|top)\.tsx$/],
  ['entrance', /\/app\/routes\/auth\/(landing|join)\.tsx$/],
  ['login', /\/app\/routes\/auth\/login\.tsx$/],
  ['settings', /\/app\/routes\/account\/settings\.tsx$/],
];

/**
 * Rollup makes a file for each set of routes that share a module: forty for the feed, and merging the small ones
 * (`experimentalMinChunkSize`) brings guests the administrator's code. So what one of the visits above needs is one
 * file, and what several need is another: `forms` where no photo is shown, else `page`. The libraries of every page,
 * such as React, stay the same from one of our builds to the next. No file may need one that needs it.
 */
function chunksByVisit(): Rollup.GetManualChunk {
  const visitsOf = new Map<string, Set<string>>();
  function add(id: string, visit: string, meta: Rollup.ManualChunkMeta) {
    for (const next of meta.getModuleInfo(id)?.importedIds ?? []) {
      const visits = visitsOf.get(next) ?? new Set();
      if (visits.has(visit)) continue;
      visitsOf.set(next, visits.add(visit));
      add(next, visit, meta);
    }
  }
  return (id, meta) => {
    if (visitsOf.size === 0) {
      for (const start of meta.getModuleIds()) {
        for (const [visit, pattern] of VISITS) if (pattern.test(start)) add(start, visit, meta);
      }
    }
    const visits = [...(visitsOf.get(id) ?? [])];
    const isLibrary = id.includes('/node_modules/') || id.startsWith('\0');
    if (isLibrary && visits.includes('page')) return 'libraries';
    if (visits.length < 2) return textsByLanguage(id) ?? visits[0];
    return visits.some((visit) => /page|frame|tabs/.test(visit)) ? 'page' : 'forms';
  };
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    freshServiceWorker(),
    freshWall(),
    textFiles(command === 'build' && !!isSsrBuild),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_routeConfig: true,
        // Off on purpose: an app that must work offline cannot fetch its route manifest.
        v3_lazyRouteDiscovery: false,
      },
      ignoredRouteFiles: ['**/*.test.*'],
    }),
  ],
  resolve: {
    alias: {
      '~': here('./app'),
      '~db': here('./db'),
      'buffer-crc32': here('./app/services/crc32.server.ts'),
    },
  },
  // Node 20 knows no `await using`; without this the development server would pass it on.
  esbuild: { target: 'es2022' },
  // Texts are read by their whole namespace: a named export for each would be a sixth of their bytes.
  json: { namedExports: false },
  build: {
    target: 'es2022',
    // A twentieth less than esbuild's, after compression.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: {
      module: true,
      ecma: 2020,
      // What the router and the texts' library tell their developers is no load for a phone.
      compress: { passes: 3, pure_funcs: ['warning', 'warnOnce', 'logV6DeprecationWarnings'] },
      format: { comments: false },
    },
    modulePreload: {
      resolveDependencies: (imported, files) =>
        files.filter((file) => file !== imported && !ON_EVERY_PAGE.test(file)),
    },
    // scripts/route-files.mjs reads it.
    manifest: true,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? { manualChunks: oneFile, chunkFileNames: '[name].js' }
        : // The request for a file of a few lines costs more than its content, so small files are merged.
          // Every page lists the names of all files. A hash of seven letters keeps the list short.
          {
            manualChunks: chunksByVisit(),
            experimentalMinChunkSize: 500,
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
          },
    },
  },
  ssr: {
    target: 'node',
    noExternal: command === 'build' ? [...INTO_THE_SERVER, WITH_OUR_CRC32] : undefined,
  },
}));
