import { secureDataDir } from '../app/data-dir.server';
import { storageVariables } from '../app/storage-variables.server';
import { isMendable, type Difference, type StorageReport } from '../app/models/storage/check';
import { checkStorage } from '../app/models/storage/check.server';
import { repairStorage, type Repair } from '../app/models/storage/repair.server';
import { refreshStorages } from '../app/models/storage/choice.server';
import { openDatabase } from '../app/open-database.server';
import { createMediaStorage } from '../app/services/storage/index.server';
import { runTool } from './run-tool';

// `npm run check:storage`: compares rows and files in every storage and prints the differences. --deep reads
// every file and compares its checksum, --repair repairs what it can. The exit code is 1 if differences
// remain. On the embedded database the server must be stopped.

const USAGE = 'Usage: npm run check:storage [-- --deep] [--repair]';

await runTool(['deep', 'repair'], USAGE, async (env, { deep: isDeep, repair: isRepair }) => {
  secureDataDir(env.DATA_DIR);
  const connection = await openDatabase(env);
  const storage = createMediaStorage(storageVariables(env));
  const log = { warn: (_details: object, message: string) => say([message]) };
  try {
    const deps = { db: connection.db, storage, env, log };
    await refreshStorages(deps);
    if (isRepair) return tellRepairs(await repairStorage(deps, { isDeep }));
    return tell(await checkStorage(deps, { isDeep }));
  } finally {
    storage.close();
    await connection.close();
  }
});

function tell({ differences, rows, files, foreign }: StorageReport): number {
  say(differences.map(describe));
  say([`${rows} images and ${files} files compared: ${differences.length} differences.`]);
  if (foreign > 0) say([`${foreign} files are none of Snapodium's and are let alone.`]);
  if (differences.some(isMendable)) say(['npm run check:storage -- --repair mends what it can.']);
  return differences.length > 0 ? 1 : 0;
}

function tellRepairs(repairs: Repair[]): number {
  say(repairs.map((repair) => `${outcome(repair)}  ${describe(repair.difference)}`));
  const left = repairs.filter(({ isMended }) => !isMended).length;
  say([`${repairs.length - left} differences mended, ${left} left.`]);
  return left > 0 ? 1 : 0;
}

function outcome({ isMended, error }: Repair): string {
  if (isMended) return 'mended';
  return error ? `failed (${error})` : 'left alone';
}

function describe(difference: Difference): string {
  if (difference.kind === 'silent') {
    return `${difference.storage}: does not answer (${difference.error})`;
  }
  const place = `${difference.storage} ${difference.key}`;
  switch (difference.kind) {
    case 'orphan':
      return `${place}: ${difference.files} files of no row`;
    case 'double':
      return `${place}: ${difference.files} files of an image that another storage has as well`;
    case 'misplaced':
      return `${place}: the ${difference.owner}'s file lies in ${difference.foundIn}`;
    case 'missing':
      return `${place}: the ${difference.owner}'s file is nowhere; its row stays until somebody decides`;
    case 'damaged':
      return `${place}: the ${difference.owner}'s file is not what was stored; only a copy of it helps`;
    case 'thumbnails':
      return `${place}: the ${difference.owner}'s thumbnails are missing or damaged: ${difference.widths.join(', ')}`;
    case 'not_set_up':
      return `${place}: the ${difference.owner}'s storage is not set up here`;
    case 'idle_move':
      return `${place}: a move is planned for an image that is gone`;
  }
}

function say(lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
