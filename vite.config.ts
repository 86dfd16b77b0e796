import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

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
  return id.startsWith('\0') || id.startsWith('virtual:') ? undefined : 'app';
}

/** A language's guest texts in one file: one request on a slow network instead of four. */
function textsByLanguage(id: string): string | undefined {
  const language = /locales\/(\w+)\/(common|errors|auth|event)\.json$/.exec(id)?.[1];
  return language && `texts-${language}`;
}

/**
 * What nearly every page of a guest needs goes in one file with React: each piece by itself would
 * cost its own request, and compress worse. What only some pages need (forms, a podium, an upload)
 * is not in it.
 */
const FOR_GUESTS = [
  /\/app\/(paths|i18n\/(isolate|languages|options|format)|http\/[\w-]+)\.ts$/,
  /\/app\/models\/(error-code|event|photo|user|favorite)\.ts$/,
  /\/app\/offline\/(adaptive-polling|use-change-polling|answer|keep-form|keep-screens|use-answer)\.ts$/,
  /\/app\/routes\/(account|auth|event|organizer)\/(home-tab|[\w-]+\.dialog)\.tsx?$/,
  /\/app\/components\/ui\/(icon|logo|avatar|lights|note|empty-state|skip-link|use-hydrated)\.tsx?$/,
  /\/app\/components\/dialogs\/[\w-]+\.tsx?$/,
  /\/app\/components\/shell\/(app-shell|error-page|ended-overlay|mini-prints|offline-banner|toaster|loading-user|screen-head|toast-view|use-(countdown|hotkey|open-dialog|swipe))\.tsx?$/,
  /vite\/preload-helper/,
];
/** The photos themselves, which the main screens share. */
const OF_PHOTOS =
  /\/app\/components\/event\/(print|star-button|use-star|photo-viewer|event-line)\.tsx?$/;

function chunkOf(id: string): string | undefined {
  if (FOR_GUESTS.some((pattern) => pattern.test(id)) || OF_PHOTOS.test(id)) return 'guest';
  return textsByLanguage(id);
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
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
  resolve: { alias: { '~': here('./app'), '~db': here('./db') } },
  // Node 20 knows no `await using`; without this the development server would pass it on.
  esbuild: { target: 'es2022' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: {
      output: isSsrBuild
        ? { manualChunks: oneFile, chunkFileNames: '[name].js' }
        : // A file of a few lines costs more on the way than what is in it.
          { manualChunks: chunkOf, experimentalMinChunkSize: 250 },
    },
  },
  ssr: { target: 'node' },
}));
