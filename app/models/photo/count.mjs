// How a vote is counted (rule `result.count`). The server, browsers (also those without `toSorted`) and `npm run
// recount` share it, so it is plain JavaScript, which Node runs without anything else. Its types are in count.d.mts.

/** Stars on a ballot at most (rule `stars.number`). */
export const STARS_ON_BALLOT = 3;

const IN_WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The rules for ties and for places, in words. A result contains them. */
export const RULE =
  `Every ballot gives one star each to up to ${IN_WORDS[STARS_ON_BALLOT]} different photos. The photo with most ` +
  'stars is first. Photos with equal stars share a place, and the places after it are skipped accordingly: 1, 2, 2, 4. Nothing else ' +
  'decides, neither time nor chance.';

export function placesOf(stars) {
  const sorted = [...stars].sort((one, other) => other - one);
  const first = new Map();
  for (const [index, own] of sorted.entries()) if (!first.has(own)) first.set(own, index + 1);
  return stars.map((own) => first.get(own));
}

export function countBallots(ballots) {
  const stars = new Map();
  for (const { photoIds } of ballots) {
    for (const id of photoIds) stars.set(id, (stars.get(id) ?? 0) + 1);
  }
  const ranked = [...stars].sort(
    ([oneId, one], [otherId, other]) => other - one || oneId - otherId,
  );
  const places = placesOf(ranked.map(([, count]) => count));
  return ranked.map(([photoId, count], index) => ({ place: places[index], photoId, stars: count }));
}

export function canonicalBallots(ballots) {
  return ballots
    .map(({ voter, photoIds }) => `${voter} ${[...photoIds].sort((a, b) => a - b).join(' ')}\n`)
    .sort()
    .join('');
}

export function faultOf(ballots) {
  const voters = new Set();
  for (const { voter, photoIds } of ballots) {
    if (voters.has(voter)) return `Voter ${voter} has two ballots.`;
    voters.add(voter);
    if (photoIds.length === 0) return `The ballot of ${voter} has no star.`;
    if (photoIds.length > STARS_ON_BALLOT) {
      return `The ballot of ${voter} has ${photoIds.length} stars, and ${STARS_ON_BALLOT} are allowed.`;
    }
    if (new Set(photoIds).size < photoIds.length) {
      return `The ballot of ${voter} gives two stars to one photo.`;
    }
  }
  return null;
}
