// Starts the thread that makes PDFs from its sources, which Node cannot read by itself: while
// developing, and in tests. The bundle has the thread as one file, and does without this one.
import { tsImport } from 'tsx/esm/api';

await tsImport('./pdf-worker.server.ts', import.meta.url);
