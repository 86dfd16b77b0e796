import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { InvitationContent } from './sheet.server';
import { createPrinter, orderKey, type InvitationOrder } from './printer.server';

const ORDER: InvitationOrder = {
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
  qr: { size: 29, path: 'M4 4h1v1h-1z' },
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
const named = (eventName: string): InvitationOrder => ({ ...ORDER, eventName });

/** A printer whose thread is controlled by hand: a PDF is 100 bytes that start with the event's name. */
function observe({ cacheBytes }: { cacheBytes?: number } = {}) {
  const rendered: InvitationContent[] = [];
  const gates: ((outcome: Uint8Array | Error) => void)[] = [];
  const thread = {
    render: (content: InvitationContent) => {
      rendered.push(content);
      return new Promise<Uint8Array>((resolve, reject) =>
        gates.push((outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))),
      );
    },
    close: async () => {},
  };
  const printer = createPrinter({ refuse: () => new Error('busy'), thread, cacheBytes });
  const bytesOf = (name: string) => Buffer.from(name.padEnd(100));
  /** Completes the PDF in progress, once there is one. */
  const finish = async (error?: Error) => {
    await expect.poll(() => gates.length).toBeGreaterThan(0);
    gates.shift()?.(error ?? bytesOf(rendered.at(-1)?.eventName ?? ''));
  };
  const names = () => rendered.map(({ eventName }) => eventName);
  return { printer, rendered, names, finish, bytesOf };
}

/** Orders a PDF and completes it. */
async function make({ printer, finish }: ReturnType<typeof observe>, order: InvitationOrder) {
  const pdf = printer.print(order);
  await finish();
  return pdf;
}

describe('printing invitations', () => {
  it('renders the same one once, and caches it', async () => {
    const all = observe();
    const { printer, names, finish, bytesOf } = all;
    const together = [printer.print(ORDER), printer.print({ ...ORDER }), printer.print(ORDER)];
    await finish();
    expect(await Promise.all(together)).toEqual(Array(3).fill(bytesOf('Party')));
    expect(await printer.print(named('Party'))).toEqual(bytesOf('Party'));
    expect(names()).toEqual(['Party']);
    await make(all, named('Ball'));
    expect(names()).toEqual(['Party', 'Ball']);
  });

  it('limits the cache, keeping those requested last', async () => {
    const all = observe({ cacheBytes: 250 });
    for (const name of ['a', 'b']) await make(all, named(name));
    await all.printer.print(named('a'));
    await make(all, named('c'));
    await all.printer.print(named('a'));
    await make(all, named('b'));
    expect(all.names()).toEqual(['a', 'b', 'c', 'b']);
  });

  it('caches no failure', async () => {
    const all = observe();
    const pdf = all.printer.print(ORDER);
    await all.finish(new Error('no such font'));
    await expect(pdf).rejects.toThrow('no such font');
    expect(await make(all, ORDER)).toEqual(all.bytesOf('Party'));
  });

  it('renders one at a time, and refuses further ones when twenty wait', async () => {
    const { printer, names, finish } = observe();
    const orders = Array.from({ length: 22 }, (_, index) => named(`Party ${index}`));
    const pdfs = orders.map((order) => printer.print(order));
    const refused = expect(pdfs[21]).rejects.toThrow('busy');
    // Joining an order in progress takes no place.
    pdfs[21] = printer.print(named('Party 20'));
    await refused;
    expect(names()).toHaveLength(1);
    for (const pdf of pdfs) {
      if (pdf !== pdfs[21]) await finish();
      await pdf;
    }
    expect(names()).toHaveLength(21);
  });

  it('calls beforeRender for a new one, not for one that is cached or in progress', async () => {
    const all = observe();
    const asked: string[] = [];
    const print = (order: InvitationOrder, who: string) =>
      all.printer.print(order, {
        beforeRender: async () => {
          asked.push(who);
        },
      });
    const first = print(ORDER, 'first');
    await expect.poll(all.names).toEqual(['Party']);
    const second = print(ORDER, 'second');
    await all.finish();
    await Promise.all([first, second]);
    await print(ORDER, 'third');
    expect(asked).toEqual(['first']);
  });

  it('refuses only the request whose beforeRender throws', async () => {
    const all = observe();
    const refused = all.printer.print(ORDER, {
      beforeRender: () => Promise.reject(new Error('too many')),
    });
    const other = all.printer.print(ORDER);
    await expect(refused).rejects.toThrow('too many');
    await all.finish();
    expect(await other).toEqual(all.bytesOf('Party'));
    expect(all.names()).toHaveLength(1);
  });

  it('reads the picture when rendering, and does not cache a PDF without it', async () => {
    const all = observe();
    const webp = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    let stored: Uint8Array | null = null;
    let reads = 0;
    const picture = {
      key: '1/abc',
      read: async () => {
        reads += 1;
        return stored;
      },
    };
    await make(all, { ...ORDER, picture });
    stored = webp;
    await make(all, { ...ORDER, picture });
    await all.printer.print({ ...ORDER, picture });
    expect(reads).toBe(2);
    const [without, withPicture] = all.rendered;
    expect(without?.picture).toBeNull();
    expect((await sharp(withPicture?.picture ?? undefined).metadata()).format).toBe('jpeg');
  });

  it('leaves out a picture that cannot be decoded, permanently', async () => {
    const all = observe();
    const picture = { key: '1/abc', read: async () => new Uint8Array([1, 2, 3]) };
    await make(all, { ...ORDER, picture });
    await all.printer.print({ ...ORDER, picture });
    expect(all.rendered.map((content) => content.picture)).toEqual([null]);
  });

  it('identifies an order by all its content', () => {
    const picture = (key: string) => ({ key, read: async () => null });
    const orders: InvitationOrder[] = [
      ORDER,
      { ...ORDER, layout: 'cards' },
      { ...ORDER, language: 'fr' },
      { ...ORDER, words: { ...ORDER.words, scan: 'Scannez' } },
      { ...ORDER, picture: picture('1/abc') },
      { ...ORDER, picture: picture('1/def') },
    ];
    expect(new Set(orders.map(orderKey)).size).toBe(orders.length);
    expect(orderKey({ ...ORDER, picture: picture('1/abc') })).toBe(
      orderKey({ ...ORDER, picture: picture('1/abc') }),
    );
  });
});
