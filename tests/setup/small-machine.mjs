import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

// Loaded into a program that should find itself on a small machine: with 256 MB of memory, and a disk of 20 GB that is
// nearly full.

process.constrainedMemory = () => 256 * 1024 * 1024;
fs.statfs = async () => ({ bavail: 500, blocks: 20_000, bsize: 1_000_000 });
syncBuiltinESMExports();
