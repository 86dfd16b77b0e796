import { describe, expect, it } from 'vitest';
import { Ledger, type LedgerPhoto } from './ledger';

/** Photos 1, 2, 3, … of as many members, each uploaded a second after the one before. */
function ledgerWith(count: number): Ledger {
  const ledger = new Ledger();
  for (let id = 1; id <= count; id += 1) ledger.addPhoto(photo(id));
  return ledger;
}

function photo(id: number, changes: Partial<LedgerPhoto> = {}): LedgerPhoto {
  return {
    id,
    userId: 100 + id,
    userName: `Guest ${id}`,
    position: 1,
    imageUrl: `/media/5/${id}.webp`,
    createdAt: new Date(Date.UTC(2025, 5, 1, 12, 0, id)).toISOString(),
    ...changes,
  };
}

const order = (ledger: Ledger, limit = 10) =>
  ledger.ranking(limit).map(({ id, stars }) => [id, stars]);

describe('ranking', () => {
  it('goes by stars, then by the earlier upload, and leaves out photos without a star', () => {
    const ledger = ledgerWith(4);
    ledger.addStar(101, 3);
    ledger.addStar(102, 3);
    ledger.addStar(103, 2);
    ledger.addStar(104, 1);
    expect(order(ledger)).toEqual([
      [3, 2],
      [1, 1],
      [2, 1],
    ]);
    expect(order(ledger, 1)).toEqual([[3, 2]]);
  });

  it('goes by the time of the upload even where ids say otherwise, by ids at the same moment', () => {
    const ledger = new Ledger();
    const createdAt = '2025-06-01T12:00:00.000Z';
    ledger.addPhoto(photo(9, { createdAt }));
    ledger.addPhoto(photo(8, { createdAt }));
    ledger.addPhoto(photo(3, { createdAt: '2025-06-01T12:00:00.001Z' }));
    for (const id of [9, 8, 3]) ledger.addStar(id, id);
    expect(order(ledger).map(([id]) => id)).toEqual([8, 9, 3]);
  });
});

describe('stars', () => {
  it('count once for a member and photo', () => {
    const ledger = ledgerWith(2);
    ledger.addStar(101, 2);
    ledger.addStar(101, 2);
    expect(ledger.totalStars).toBe(1);
    expect(ledger.starsOf(101)).toEqual([2]);
  });

  it('can be taken back', () => {
    const ledger = ledgerWith(2);
    ledger.addStar(101, 2);
    ledger.removeStar(101, 2);
    expect(ledger.totalStars).toBe(0);
    expect(ledger.ranking(10)).toEqual([]);
  });

  it('go with the photo, and the losers are named', () => {
    const ledger = ledgerWith(3);
    ledger.addStar(101, 2);
    ledger.addStar(103, 2);
    ledger.addStar(103, 1);
    expect(ledger.removePhoto(2).sort()).toEqual([101, 103]);
    expect(ledger.totalStars).toBe(1);
    expect(ledger.photos.map(({ id }) => id)).toEqual([1, 3]);
  });
});

it('lists the photos of a member by slot', () => {
  const ledger = new Ledger();
  ledger.addPhoto(photo(1, { userId: 7, position: 2 }));
  ledger.addPhoto(photo(2, { userId: 7, position: 1 }));
  ledger.addPhoto(photo(3));
  expect(ledger.photosOf(7).map(({ id }) => id)).toEqual([2, 1]);
});
