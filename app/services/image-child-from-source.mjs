// Starts the process that works on images from its sources, which Node cannot read by itself: while developing,
// and in tests. The bundle has it as one file, and does without this one.
import { tsImport } from 'tsx/esm/api';

await tsImport('./image-child.server.ts', import.meta.url);
