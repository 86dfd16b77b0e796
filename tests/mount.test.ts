import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppLoadContext } from '@remix-run/node';
import express, { type ErrorRequestHandler } from 'express';
import { expect, test } from 'vitest';
import { orAway } from '~/http/refusal.server';
import { mount } from '../server/mount';

test('the answer with a file ends when its reader disconnects, even before it began', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snapodium-mount-'));
  const path = join(folder, 'photo.webp');
  await writeFile(path, 'a photo');
  let asked = () => {};
  const isAsked = new Promise<void>((resolve) => (asked = resolve));
  let mayContinue = () => {};
  const isGone = new Promise<void>((resolve) => (mayContinue = resolve));
  const fallen: unknown[] = [];

  const answer = async () => {
    asked();
    await isGone;
    return { path, headers: new Headers(), otherwise: () => Promise.reject(new Error('missing')) };
  };
  const web = express();
  web.use((_incoming, response, next) => {
    response.once('close', mayContinue);
    next();
  });
  web.use(
    mount([{ path: '/photo', answer }], {
      contextOf: () => ({}) as AppLoadContext,
      orAway,
      drawRefused: () => Promise.reject(new Error('nobody asks for a page')),
    }),
  );
  const fail: ErrorRequestHandler = (error, _request, _response, next) => {
    fallen.push(error);
    next(error);
  };
  web.use(fail);
  const server = createServer(web).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const reader = request({ port, host: '127.0.0.1', path: '/photo' }).on('error', () => {});
    reader.end();
    await isAsked;
    reader.destroy();
    await isGone;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fallen).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  }
});

test.each(['GET', 'HEAD'])(
  'what is sent after the end of a stream is ignored: %s',
  async (method) => {
    const errors: unknown[] = [];
    const answer = async () => ({
      headers: new Headers({ 'Content-Type': 'text/event-stream' }),
      begin: (line: { write(text: string): void; end(): void }) => {
        line.write('data: first\n\n');
        if (method === 'GET') line.end();
        line.write('data: second\n\n');
        setImmediate(() => line.write('data: third\n\n'));
      },
    });
    const web = express();
    web.use((_incoming, response, next) => {
      response.on('error', (error) => errors.push(error));
      next();
    });
    web.use(
      mount([{ path: '/stream', answer }], {
        contextOf: () => ({}) as AppLoadContext,
        orAway,
        drawRefused: () => Promise.reject(new Error('nobody asks for a page')),
      }),
    );
    const server = createServer(web).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const heard = await fetch(`http://127.0.0.1:${port}/stream`, { method });
      expect(await heard.text()).toBe(method === 'GET' ? 'data: first\n\n' : '');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(errors).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
);
