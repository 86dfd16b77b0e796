import { startPostgres } from '../../tests/setup/postgres';
import { startS3Server } from '../../tests/setup/s3-server';
import { startServer, type TestServer } from '../../tests/setup/server';
import { s3Variables } from './s3-variables';
import { startNginx } from './nginx';

/** Several servers on this machine, with all that they share. */
export interface Cluster {
  /** Where browsers ask: nginx. */
  origin: string;
  servers: TestServer[];
  /** Ends everything and removes what it kept. */
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL, a server that speaks S3, so many built servers, all at once, and nginx before them.
 * @param options.port where nginx listens on loopback; a free one if nothing is said
 * @param options.tell is told what comes next
 * @throws Error when something of it does not start; what did is ended
 */
export async function startCluster({
  count,
  port,
  tell,
}: {
  count: number;
  port?: number;
  tell(step: string): void;
}): Promise<Cluster> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    tell('PostgreSQL');
    const postgres = await startPostgres();
    ends.push(() => postgres.stop());
    tell('storage');
    const s3 = await startS3Server();
    ends.push(() => s3.clean());
    const env = { DATABASE_URL: postgres.url('postgres'), ...s3Variables(s3.access()) };

    tell(`${count} servers`);
    const started = await Promise.allSettled(
      Array.from({ length: count }, () => startServer({ env, isDetached: true })),
    );
    const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    ends.push(() =>
      Promise.all(
        servers.map(async (server) => {
          await server.stop();
          await server.clean();
        }),
      ),
    );
    for (const one of started) if (one.status === 'rejected') throw one.reason;

    tell('nginx');
    const nginx = await startNginx({ origins: servers.map(({ origin }) => origin), port });
    ends.push(() => nginx.stop());
    return { origin: nginx.origin, servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
