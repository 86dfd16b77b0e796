import { describe, expect, it } from 'vitest';
import { createQueue } from './queue.server';

/** A queue whose jobs record their name when they start, and end by hand. */
function observe(limits: { concurrency: number; limit?: number; limitPerOwner?: number }) {
  const queue = createQueue({ limit: 100, ...limits, refuse: () => new Error('full') });
  const started: string[] = [];
  const gates = new Map<string, () => void>();
  const add = (name: string, owner?: number) => {
    const job = () => {
      started.push(name);
      return new Promise<string>((resolve) => gates.set(name, () => resolve(name)));
    };
    return queue.run(job, { owner });
  };
  /** By then all jobs that can start have started. */
  const settle = () => new Promise(setImmediate);
  const finish = async (name: string) => {
    await settle();
    gates.get(name)?.();
    await settle();
  };
  const addLast = (name: string, signal = new AbortController().signal) => {
    const job = () => {
      started.push(name);
      return new Promise<string>((resolve) => gates.set(name, () => resolve(name)));
    };
    return queue.runLast(job, signal);
  };
  return { queue, started, add, addLast, finish, settle };
}

const [ANN, BEN, CAT] = [1, 2, 3];

describe('a queue', () => {
  it('counts what runs, waits, has started and was refused', async () => {
    const { queue, add, finish, settle } = observe({ concurrency: 1, limit: 1 });
    const nothing = { running: 0, waiting: 0, limit: 1, started: 0, refused: 0, waitedSeconds: 0 };
    expect(queue.figures()).toEqual(nothing);
    const first = add('first', ANN);
    await settle();
    const second = add('second', BEN);
    await expect(add('third', CAT)).rejects.toThrow('full');
    expect(queue.figures()).toMatchObject({ running: 1, waiting: 1, started: 1, refused: 1 });
    await finish('first');
    expect(queue.figures()).toMatchObject({ running: 1, waiting: 0, started: 2 });
    expect(queue.figures().waitedSeconds).toBeGreaterThan(0);
    await finish('second');
    await Promise.all([first, second]);
    expect(queue.figures()).toMatchObject({ running: 0, waiting: 0, started: 2, refused: 1 });
  });

  it('runs a few at a time, in order of arrival', async () => {
    const { started, add, finish, settle } = observe({ concurrency: 2 });
    const all = ['a', 'b', 'c', 'd'].map((name) => add(name));
    await settle();
    expect(started).toEqual(['a', 'b']);
    await finish('b');
    expect(started).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c', 'd']) await finish(name);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('runs one job of an owner at a time, even if places are free', async () => {
    const { started, add, finish, settle } = observe({ concurrency: 3 });
    for (const name of ['a1', 'a2', 'a3']) void add(name, ANN);
    void add('b1', BEN);
    await settle();
    expect(started).toEqual(['a1', 'b1']);
    await finish('b1');
    expect(started).toEqual(['a1', 'b1']);
    await finish('a1');
    await finish('a2');
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3']);
  });

  it('lets owners take turns, each in the order of their own jobs', async () => {
    const { started, add, finish } = observe({ concurrency: 1 });
    for (const name of ['a1', 'a2', 'a3']) void add(name, ANN);
    for (const name of ['b1', 'b2']) void add(name, BEN);
    void add('c1', CAT);
    void add('nobody');
    for (const name of ['a1', 'b1', 'c1', 'nobody', 'a2', 'b2', 'a3']) await finish(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'nobody', 'a2', 'b2', 'a3']);
  });

  it('starts an owner behind another one’s many jobs as soon as a place is free', async () => {
    const { started, add, finish } = observe({ concurrency: 2 });
    void add('nobody');
    for (const name of ['a1', 'a2', 'a3', 'a4']) void add(name, ANN);
    void add('b1', BEN);
    await finish('nobody');
    expect(started).toEqual(['nobody', 'a1', 'b1']);
  });

  it('refuses an owner with too many waiting jobs, and nobody else', async () => {
    const { queue, started, add, finish } = observe({
      concurrency: 1,
      limit: 4,
      limitPerOwner: 2,
    });
    for (const name of ['a1', 'a2', 'a3']) void add(name, ANN);
    await expect(add('a4', ANN)).rejects.toThrow('full');
    expect(queue.isFull()).toBe(false);
    void add('b1', BEN);
    void add('c1', CAT);
    expect(queue.isFull()).toBe(true);
    await expect(add('nobody')).rejects.toThrow('full');
    for (const name of ['a1', 'b1', 'c1', 'a2']) await finish(name);
    void add('a5', ANN);
    for (const name of ['a3', 'a5']) await finish(name);
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a5']);
  });

  it('continues after a job that fails', async () => {
    const { queue, started, add, settle } = observe({ concurrency: 1 });
    const fails = queue.run(() => Promise.reject(new Error('broken')), { owner: ANN });
    void add('a2', ANN);
    await expect(fails).rejects.toThrow('broken');
    await settle();
    expect(started).toEqual(['a2']);
  });

  it('refuses waiting jobs when it closes, and waits for running ones', async () => {
    const { queue, add, finish, settle } = observe({ concurrency: 1 });
    const first = add('a1', ANN);
    const refused = [add('a2', ANN), add('b1', BEN)].map((job) =>
      expect(job).rejects.toThrow('full'),
    );
    await settle();
    let isClosed = false;
    const closing = queue.close().then(() => (isClosed = true));
    await Promise.all(refused);
    await expect(add('late')).rejects.toThrow('full');
    expect(isClosed).toBe(false);
    await finish('a1');
    await closing;
    expect(await first).toBe('a1');
  });

  it('runs low-priority jobs when nothing else waits, and does not count them', async () => {
    const { started, add, addLast, finish, settle } = observe({ concurrency: 1, limit: 2 });
    for (const name of ['late1', 'late2', 'late3']) void addLast(name);
    void add('a');
    void add('b');
    await settle();
    expect(started).toEqual(['late1']);
    for (const name of ['late1', 'a', 'b', 'late2', 'late3']) await finish(name);
    expect(started).toEqual(['late1', 'a', 'b', 'late2', 'late3']);
  });

  it('does not start a low-priority job after its abort, nor after closing', async () => {
    const { queue, started, add, addLast, finish } = observe({ concurrency: 1 });
    const leaving = new AbortController();
    void add('a');
    const gone = addLast('late1', leaving.signal);
    const closed = addLast('late2');
    leaving.abort(new Error('gone'));
    const refusals = Promise.allSettled([gone, closed]);
    const closing = queue.close();
    await finish('a');
    await closing;
    expect((await refusals).map((one) => (one as PromiseRejectedResult).reason as Error)).toEqual([
      new Error('full'),
      new Error('full'),
    ]);
    await expect(addLast('late3')).rejects.toThrow('full');
    expect(started).toEqual(['a']);
  });
});
