import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { serviceWorkerScript } from './scripts/build-service-worker.mjs';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * One file on the server: what is loaded late in the browser is there from the start, and the
 * migrations are where the code looks for them. The thread that makes PDFs is built apart from it.
 */
function oneFile(id: string): string | undefined {
  // Each driver's part of drizzle imports the driver: of two databases one would be loaded for nothing.
  const driver = /\/drizzle-orm\/(pglite|postgres-js)\//.exec(id)?.[1];
  if (driver) return `database-${driver}`;
  if (id.endsWith('/db/embedded.server.ts')) return 'database-pglite';
  return id.startsWith('\0') || id.startsWith('virtual:') ? undefined : 'app';
}

/**
 * Libraries of hundreds of files, of which we use a part: in our bundle only that part is read at the start
 * and kept in memory (zod alone brings messages in fifty languages).
 */
const INTO_THE_SERVER = [
  'zod',
  '@conform-to/react',
  '@conform-to/dom',
  '@conform-to/zod',
  'drizzle-orm',
];

/** In our bundle it takes its checksums from Node, which is what makes it fast (decision 14). */
const WITH_OUR_CRC32 = 'yazl';

/** A language's guest texts in one file: one request on a slow network instead of four. */
function textsByLanguage(id: string): string | undefined {
  const language = /locales\/(\w+)\/(common|errors|auth|event)\.json$/.exec(id)?.[1];
  return language && `texts-${language}`;
}

/**
 * `virtual:text-files` tells the server under which address each language's texts lie, so that a page can
 * ask for them with its other files; its scripts know the address only when they have all come. It reads
 * what the browser's build has left, and knows nothing while developing.
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

/** Where a guest's pages begin; what only the organizer and the administrator see begins elsewhere. */
const GUEST_ENTRIES =
  /\/app\/(root|entry\.client|routes\/(auth|event)\/[\w-]+|routes\/account\/settings)\.tsx?/;
/** What a guest's pages could lead to, and no guest needs while offline, or has as one of several languages. */
const NOT_FOR_GUESTS =
  /\/(locales|(components|routes)\/(admin|organizer|shop|dashboard|invitation|auth))\/|\/@stripe\/|\/components\/flags\/(?!photo-report)/;
/** What style sheets and icons refer to, on every page. */
const GUEST_ASSETS =
  /\/(app|event)\.css$|\/fonts\/caprasimo\.woff2$|\/browser-image-compression\.js$|\/(icons|lights|lights-out|hung-string|hung-string-out)\.svg$/;

/**
 * Writes down which files of the browser's build a guest's pages need: the service worker keeps them on the
 * phone (`scripts/build-service-worker.mjs` builds it with their names).
 */
function guestFiles(): Plugin {
  return {
    name: 'guest-files',
    generateBundle(_options, bundle) {
      const wanted = new Set<string>();
      const add = (name: string) => {
        const file = bundle[name];
        if (!file || wanted.has(name)) return;
        wanted.add(name);
        if (file.type !== 'chunk') return;
        file.imports.forEach(add);
        for (const later of file.dynamicImports) {
          const chunk = bundle[later];
          const ids = chunk?.type === 'chunk' ? chunk.moduleIds : [];
          if (!ids.some((id) => NOT_FOR_GUESTS.test(id))) add(later);
        }
      };
      for (const [name, file] of Object.entries(bundle)) {
        const isWanted =
          file.type === 'chunk'
            ? GUEST_ENTRIES.test(file.facadeModuleId ?? '')
            : file.originalFileNames.some((path) => GUEST_ASSETS.test(`/${path}`));
        if (isWanted) add(name);
      }
      mkdirSync(here('./build'), { recursive: true });
      writeFileSync(here('./build/guest-files.json'), JSON.stringify([...wanted].sort()));
    },
  };
}

/** The service worker while developing; a build has it as a file. */
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

/**
 * Files that are loaded together are one: each piece by itself would cost its own request, and compress
 * worse. The first that fits counts, and takes along what only it needs.
 */
const FILES: [name: string, modules: RegExp[]][] = [
  // React, and what every page of a guest needs.
  [
    'guest',
    [
      /\/node_modules\/(@remix-run|react|react-dom|react-i18next|react-router|react-router-dom|scheduler|turbo-stream)\//,
      /\/app\/(dialog-address|paths|i18n\/(isolate|languages|options)|http\/[\w-]+)\.ts$/,
      /\/app\/models\/(error-code|event\/rules)\.ts$/,
      /\/app\/browser\/(?:\w+\/)?(answer|code-ahead|keep-form|known-person|final-status|reach|screen-data|use-answer)\.ts$/,
      /\/app\/components\/dialogs\/(dialog-context|screen|steps-back)\.ts$/,
      /\/app\/components\/ui\/(icon|logo|lights|menu|note|skip-link|submit|use-browser-layout-effect|use-hydrated)\.tsx?$/,
      /\/app\/components\/shell\/(code-ahead|error-page|mini-prints|offline-banner|scroll-memory|toast|toast-notice|toaster|use-late)\.tsx?$/,
      /vite\/preload-helper/,
    ],
  ],
  // The way in, and the forms that other screens have too. A first visit loads these two alone.
  [
    'way-in',
    [
      /\/node_modules\/@conform-to\//,
      /\/app\/components\/ui\/(field|form|summary|use-step-focus)\.tsx?$/,
      /\/app\/components\/shell\/language-menu\.tsx$/,
      /\/app\/components\/auth\/(hero|join-confirm|join-form|landing-video)\.tsx$/,
    ],
  ],
  // Inside an event: its frame, dialogs and photos, but not what only some screens need (a podium, an upload).
  [
    'event',
    [
      /\/app\/(i18n\/format|models\/((photo|user)\/rules|photo\/star))\.ts$/,
      /\/app\/styles\/event-styles\.ts$/,
      /\/app\/routes\/(account|auth|event|organizer)\/(home-tab|[\w-]+\.dialog)\.tsx?$/,
      /\/app\/components\/ui\/(avatar|empty-state)\.tsx?$/,
      /\/app\/components\/dialogs\/(?!confirm-destruction)[\w-]+\.tsx?$/,
      /\/app\/components\/shell\/(app-shell|loading-user|no-answer|screen-head|screen-outlet|use-going)\.tsx?$/,
      /\/app\/components\/event\/(empty-step|print|hung-stars|star-button|use-stars|event-line|feed-proportions|known-photos|photo-sizes)\.tsx?$/,
    ],
  ],
  // What the own slots show of photos on their way.
  [
    'slots',
    [
      /\/app\/browser\/uploads\/upload-(start|views)\.ts$/,
      /\/app\/components\/event\/upload-failure\.ts$/,
    ],
  ],
  // What the device keeps of a person until it is sent, or they leave.
  [
    'kept',
    [
      /\/node_modules\/idb\//,
      /\/app\/browser\/(?:\w+\/)?(forget-person|pending-uploads|shared-files|star-store)\.ts$/,
    ],
  ],
  // What sends photos: late behind every screen, for an earlier visit may have left some.
  ['uploads', [/\/app\/browser\/(?:\w+\/)?(send-upload|shrink-photo|upload-queue)\.ts$/]],
  // What an event's screens need only once they are there.
  [
    'late',
    [
      /\/app\/models\/live\/(paces|rules)\.ts$/,
      /\/app\/browser\/(?:\w+\/)?(busy-wait|pending-stars|live|member)\.ts$/,
      /\/app\/components\/shell\/live\.tsx$/,
      /\/app\/components\/event\/(pending-stars|late-parts|podium-news|scroll-mark|skeleton|star-answer|upload-watch)\.tsx?$/,
    ],
  ],
  // What every page has for when the network is gone, once it is there.
  [
    'offline-parts',
    [
      /\/app\/i18n\/use-offline-texts\.ts$/,
      /\/app\/endpoints\.ts$/,
      /\/app\/browser\/(?:\w+\/)?(cache|cached-counts|cached-answers|person|start-worker|watch-person)\.ts$/,
      /\/app\/components\/shell\/(install-card|offer-card|offline-parts|offline-status|update-card|use-(install|out-of-the-way))\.tsx?$/,
    ],
  ],
];

function chunkOf(id: string): string | undefined {
  return (
    FILES.find(([, modules]) => modules.some((pattern) => pattern.test(id)))?.[0] ??
    textsByLanguage(id)
  );
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    freshServiceWorker(),
    textFiles(command === 'build' && !!isSsrBuild),
    command === 'build' && !isSsrBuild && guestFiles(),
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
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? { manualChunks: oneFile, chunkFileNames: '[name].js' }
        : // A file of a few lines costs more on the way than what is in it.
          // Every page lists all of them, and seven letters tell two of a name apart as well as eight.
          {
            manualChunks: chunkOf,
            experimentalMinChunkSize: 250,
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
