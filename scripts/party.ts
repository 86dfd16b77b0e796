import { readArgs, USAGE, UsageError, type Settings } from './party/args';
import { UnexpectedAnswer } from './party/patient-client';
import { makePhonePhotos, photosFrom, PICTURES_MADE } from './party/photos';
import { playParty } from './party/play';
import { Progress } from './party/progress';
import { seeded } from './party/random';
import { report } from './party/report';
import { ServerError, startServer, type OwnServer } from './party/server';

// `npm run party`: plays a whole event over HTTP and checks that every figure adds up.

try {
  const settings = readArgs(process.argv.slice(2), process.env);
  if (settings) process.exitCode = await run(settings);
  else process.stdout.write(USAGE);
} catch (error) {
  const isExplained =
    error instanceof UsageError ||
    error instanceof ServerError ||
    error instanceof UnexpectedAnswer;
  if (!isExplained) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

/** Plays on the given server or on one of our own; gives the exit code. */
async function run(settings: Settings): Promise<number> {
  const progress = new Progress();
  let server: OwnServer | null = null;
  try {
    progress.begin('Making pictures', settings.from ? 0 : PICTURES_MADE);
    const source = settings.from
      ? await photosFrom(settings.from)
      : await makePhonePhotos(seeded(settings.seed), () => progress.step());
    if (!settings.base) {
      progress.begin('Starting a server');
      server = await startServer(settings.admin);
    }
    const played = await playParty(
      server
        ? { ...settings, admin: { ...settings.admin, password: server.adminPassword } }
        : settings,
      server?.base ?? settings.base ?? '',
      source,
      progress,
    );
    const peakMemory = (await server?.peakMemory()) ?? null;
    const code = server ? await server.stop() : 0;
    server = null;
    played.party.findings.expectEqual(code, 0, 'exit code of the server after SIGTERM');
    progress.end();
    process.stdout.write(report({ ...played, peakMemory }));
    return played.party.findings.wrong.length === 0 ? 0 : 1;
  } finally {
    progress.end();
    await server?.stop();
  }
}
