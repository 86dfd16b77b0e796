import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppLoadContext } from '@remix-run/node';
import express from 'express';
import { expect, test } from 'vitest';
import { answerAlone, type RouteModule } from '../server/alone';

test('the answer with a file is over once its reader is gone, also before it began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-alone-'));
  const path = join(folder, 'photo.webp');
  await writeFile(path, 'a photo');
  let handled: unknown;
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  let goOn = () => {};
  const isGone = new Promise<void>((resolve) => (goOn = resolve));

  const loader = async ({ context }: { context: AppLoadContext }) => {
    asked();
    await isGone;
    return context.sendFile?.(path, new Headers(), () => Promise.reject(new Error('missing')));
  };
  const never = () => {
    throw new Error('nobody asks for this');
  };
  const web = express();
  web.use((incoming, response, next) => {
    const handler = answerAlone(
      { loader } as unknown as RouteModule,
      () => ({}) as AppLoadContext,
      never,
      never,
    );
    handled = handler(incoming, response, next);
    response.once('close', goOn);
  });
  const server = createServer(web).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reader = request({ port, host: '127.0.0.1' }).on('error', () => undefined);
    reader.end();
    await isAsked;
    reader.destroy();
    await isGone;
    await expect(handled).resolves.toBeUndefined();
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});
