import { afterAll, beforeEach, expect, test, vi } from 'vitest';

function createStorage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    keys: () => [...items.keys()],
  };
}

const [local, session] = [createStorage(), createStorage()];
vi.stubGlobal('localStorage', local);
vi.stubGlobal('sessionStorage', session);

/** The modules as a new document of the same browser has them. */
async function openDocument() {
  vi.resetModules();
  const { noteRevealSeen, wasRevealSeen } = await import('../reveal/seen-reveals');
  const { clearPerson } = await import('./forget-person');
  return { noteRevealSeen, wasRevealSeen, clearPerson };
}

afterAll(() => {
  vi.unstubAllGlobals();
});

beforeEach(() => {
  for (const key of local.keys()) local.removeItem(key);
});

test('the next guest on a phone is led to the reveal that the last one saw', async () => {
  const first = await openDocument();
  first.noteRevealSeen(1, 1000);
  const again = await openDocument();
  expect(again.wasRevealSeen(1, 1000)).toBe(true);
  await again.clearPerson();
  expect((await openDocument()).wasRevealSeen(1, 1000)).toBe(false);
});

test('what a phone has shown one guest is forgotten, and what it knows of itself is not', async () => {
  const { clearPerson } = await openDocument();
  for (const key of ['told_podium', 'seen_reveals', 'snapodium_stars', 'snapodium_seen']) {
    local.setItem(key, '[1]');
  }
  for (const key of ['preferred_language', 'snapodium_install_dismissed']) local.setItem(key, '1');
  session.setItem('opened_duel', '1-2');
  await clearPerson();
  expect(local.keys()).toEqual(['preferred_language', 'snapodium_install_dismissed']);
  expect(session.keys()).toEqual([]);
});
