import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { drawQr } from '../qr.server';
import type { InvitationContent } from './sheet.server';
import { createPdfThread, type PdfThread } from './pdf-thread.server';

const CONTENT: InvitationContent = {
  layout: 'page',
  paper: 'a4',
  language: 'en',
  title: 'invitation-Party',
  eventName: 'Party',
  day: '1 May 2026',
  description: 'Dance',
  organizerName: 'Zoë',
  address: 'https://photos.example',
  shortAddress: 'photos.example/e/1',
  qr: drawQr('https://photos.example'),
  stars: 3,
  picture: null,
  words: {
    invited: 'Come',
    scan: 'Scan',
    event: 'Event',
    organizer: 'By',
    address: 'At',
    code: 'Code',
  },
  steps: [],
};
const named = (eventName: string) => ({ ...CONTENT, eventName });

const threads: PdfThread[] = [];
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

function createThread(options?: Parameters<typeof createPdfThread>[0]): PdfThread {
  const thread = createPdfThread(options);
  threads.push(thread);
  return thread;
}

/** A thread that behaves as the event's name says, and answers with its id. */
const OBEDIENT = `
  const { parentPort, threadId } = require('node:worker_threads');
  parentPort.on('message', ({ eventName }) => {
    if (eventName === 'stop') process.exit(7);
    if (eventName === 'break') throw new Error('out of ink');
    if (eventName === 'refuse') return parentPort.postMessage({ error: new Error('no such font') });
    if (eventName !== 'hang') parentPort.postMessage({ pdf: Uint8Array.of(threadId) });
  });
`;

function createObedient(options?: Parameters<typeof createPdfThread>[0]) {
  const started: Worker[] = [];
  const start = () => {
    const worker = new Worker(OBEDIENT, { eval: true });
    started.push(worker);
    return worker;
  };
  const thread = createThread({ start, ...options });
  const ask = async (eventName: string) => (await thread.render(named(eventName)))[0];
  return { thread, started, ask };
}

describe('the thread that renders PDFs', () => {
  it('renders them from the sources', async () => {
    const thread = createThread();
    for (const layout of ['page', 'cards'] as const) {
      const pdf = await thread.render({ ...CONTENT, layout });
      expect(Buffer.from(pdf).toString('latin1')).toMatch(/^%PDF-1\.\d[^]*%%EOF\s*$/);
    }
  }, 60_000);

  it('starts with the first one, and is reused for the next', async () => {
    const { started, ask } = createObedient();
    expect(started).toHaveLength(0);
    expect(await ask('one')).toBe(await ask('another'));
    expect(started).toHaveLength(1);
  });

  it.each([
    ['stop', 'PDF: the thread stopped with code 7'],
    ['break', 'PDF: the thread broke'],
  ])('fails when the thread does: %s, and a new one replaces it', async (event, message) => {
    const { started, ask } = createObedient();
    await expect(ask(event)).rejects.toThrow(message);
    expect(await ask('one')).toBeTypeOf('number');
    expect(started).toHaveLength(2);
  });

  it('is terminated when it takes too long', async () => {
    const { started, ask } = createObedient({ timeoutMs: 50 });
    const overdue = expect(ask('hang')).rejects.toThrow('PDF: the thread takes too long');
    await new Promise((resolve) => started[0]?.once('exit', resolve));
    await overdue;
  });

  it('continues after a document that cannot be rendered', async () => {
    const { started, ask } = createObedient();
    await expect(ask('refuse')).rejects.toThrow('no such font');
    expect(await ask('one')).toBeTypeOf('number');
    expect(started).toHaveLength(1);
  });

  it.each(['stop', 'break'])('is replaced when it fails between two PDFs: %s', async (event) => {
    const { started, ask } = createObedient();
    const first = await ask('one');
    started[0]?.postMessage(named(event));
    await new Promise((resolve) => started[0]?.once('exit', resolve));
    expect(await ask('one')).not.toBe(first);
  });

  it('ends when idle, and starts again', async () => {
    const { started, ask } = createObedient({ idleMs: 20 });
    const first = await ask('one');
    await new Promise((resolve) => started[0]?.once('exit', resolve));
    expect(await ask('one')).not.toBe(first);
  });

  it('fails the running PDF when it is closed', async () => {
    const { thread, ask } = createObedient();
    const refused = expect(ask('hang')).rejects.toThrow('PDF: the thread stopped');
    await thread.close();
    await refused;
  });
});
