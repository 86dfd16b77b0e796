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
 * What nearly every page of a guest needs, a few lines each, goes in one file with React: by itself
 * each would cost its own request, and compress worse.
 */
function neededByGuests(id: string): boolean {
  return /app\/(paths|http\/page-meta|routes\/event\/home-tab|models\/(error-code|event|photo|user)|i18n\/(isolate|languages|options)|components\/(ui\/use-hydrated|dialogs\/(dialog-context|dialog-history|dialog-link)|ui\/(icon|logo|avatar)))\.tsx?$/.test(
    id,
  );
}

const chunkOf = (id: string) => textsByLanguage(id) ?? (neededByGuests(id) ? 'guest' : undefined);

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
