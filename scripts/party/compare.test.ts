import { describe, expect, it } from 'vitest';
import {
  compareFavourites,
  compareFeed,
  compareMembers,
  compareRanking,
  isOrdered,
} from './compare';
import { Ledger } from './ledger';
import type { FeedPhoto } from './shapes';

function party() {
  const ledger = new Ledger();
  const feed: FeedPhoto[] = [1, 2, 3].map((id) => ({
    id,
    userId: 100 + id,
    userName: `Guest ${id}`,
    userSelfie: null,
    eventId: 5,
    position: 1,
    imageUrl: `/media/5/${id}.webp`,
    favoriteCount: 0,
    createdAt: `2025-06-01T12:00:0${id}.000Z`,
  }));
  for (const photo of feed) ledger.addPhoto(photo);
  ledger.addStar(101, 2);
  ledger.addStar(103, 2);
  ledger.addStar(102, 3);
  const stars = [0, 2, 1];
  const counted = feed.map((photo, index) => ({ ...photo, favoriteCount: stars[index] ?? 0 }));
  const top = counted
    .filter((photo) => photo.favoriteCount > 0)
    .sort((a, b) => b.favoriteCount - a.favoriteCount);
  return { ledger, feed, counted, top };
}

describe('compareFeed', () => {
  it('finds nothing where all is right', () => {
    const { ledger, feed, counted } = party();
    expect(compareFeed(counted, ledger, { stars: 'compare' })).toEqual([]);
    expect(compareFeed(feed, ledger, { stars: 'ignore' })).toEqual([]);
  });

  it('finds a missing photo, one too many, a wrong owner and a wrong count', () => {
    const { ledger, counted } = party();
    expect(compareFeed(counted.slice(1), ledger, { stars: 'compare' })).toEqual([
      'feed: expected 3 photos, got 2',
      'feed: photo 1 of Guest 1 is missing',
    ]);
    const wrong = counted.map((photo) => ({ ...photo, userId: 9, favoriteCount: 1 }));
    expect(compareFeed(wrong, ledger, { stars: 'compare' })).toEqual([
      'feed: userId of photo 1: expected 101, got 9',
      'feed: stars of photo 1: expected 0, got 1',
      'feed: userId of photo 2: expected 102, got 9',
      'feed: stars of photo 2: expected 2, got 1',
      'feed: userId of photo 3: expected 103, got 9',
    ]);
  });
});

describe('compareRanking', () => {
  it('accepts the order of the books', () => {
    const { ledger, top } = party();
    expect(compareRanking(top, ledger)).toEqual([]);
    expect(compareRanking(top.slice(0, 1), ledger, 1)).toEqual([]);
  });

  it('finds another order, another count and a missing row', () => {
    const { ledger, top } = party();
    expect(compareRanking([...top].reverse(), ledger)).toHaveLength(2);
    expect(compareRanking(top.slice(0, 1), ledger)).toEqual([
      'ranking, row 2: expected photo 3 of Guest 3 with 1, got none',
    ]);
  });
});

it('compareFavourites does not mind the order', () => {
  const { ledger } = party();
  const person = { id: 101, name: 'Guest 1' };
  ledger.addStar(101, 3);
  expect(compareFavourites([{ id: 3 }, { id: 2 }], ledger, person)).toEqual([]);
  expect(compareFavourites([{ id: 3 }], ledger, person)).toEqual([
    'Guest 1: favourites: expected 2, 3, got 3',
  ]);
});

it('compareMembers wants each guest and the organizer once', () => {
  const organizer = { id: 1, name: 'Org' };
  const guests = [{ id: 2, name: 'Ana' }];
  const member = (id: number, name: string, isOrganizer: boolean) => ({
    id,
    name,
    isOrganizer,
    username: name,
    selfieUrl: null,
  });
  const right = [member(1, 'Org', true), member(2, 'Ana', false)];
  expect(compareMembers(right, guests, organizer)).toEqual([]);
  expect(compareMembers([...right, member(3, 'Bo', false)], guests, organizer)).toEqual([
    'members: expected 2, got 3',
  ]);
  expect(
    compareMembers([member(1, 'Org', false), member(2, 'Anna', false)], guests, organizer),
  ).toEqual([
    'members: Ana is missing or has another name',
    'members: isOrganizer of Org is wrong',
  ]);
});

it('isOrdered refuses rising stars, a photo twice and more than ten', () => {
  const rows = (...stars: number[]) => stars.map((favoriteCount, id) => ({ id, favoriteCount }));
  expect(isOrdered(rows(3, 3, 1))).toBe(true);
  expect(isOrdered(rows(1, 2))).toBe(false);
  expect(isOrdered([...rows(2), ...rows(1)])).toBe(false);
  expect(isOrdered(rows(...Array<number>(11).fill(1)))).toBe(false);
});
