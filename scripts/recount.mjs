import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import {
  canonicalBallots,
  countBallots,
  faultOf,
  STARS_ON_BALLOT,
} from '../app/models/photo/count.mjs';

// `npm run recount -- result.json`: counts a vote again, from the ballots alone (rule `result.recount`). It needs
// Node and the file, no database and no installed packages. Exit code 0: the same, 1: different, 2: not readable.

const USAGE = 'Usage: npm run recount -- result.json';
/** More than a million ballots. */
const MAX_BYTES = 200 * 1024 * 1024;
/** Places shown at most; a file may have thousands. */
const SHOWN = 20;

/** Why a file cannot be counted. */
class Unreadable extends Error {}

const HEX = /^[0-9a-f]{64}$/;
const isCount = (value) => Number.isSafeInteger(value) && value >= 1;
const isText = (value) => typeof value === 'string' && value.length <= 10_000;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isInstant = (value) => isText(value) && !Number.isNaN(Date.parse(value));

/** The fields of a result, each with what it must be. */
const SHAPE = {
  event: (value) => isObject(value) && isText(value.name),
  closedAt: isInstant,
  rule: isText,
  places: (value) =>
    isListOf(value, (row) => [row.place, row.photoId, row.stars].every((one) => isCount(one))),
  ballots: (value) =>
    isListOf(
      value,
      ({ voter, photoIds }) =>
        isText(voter) && HEX.test(voter) && Array.isArray(photoIds) && photoIds.every(isCount),
    ),
  digest: (value) => isText(value) && HEX.test(value),
  changes: (value) =>
    isListOf(value, ({ what, at, photoId }) => {
      const isKnown = what === 'photo' || what === 'person';
      return isKnown && isInstant(at) && (photoId === undefined || isCount(photoId));
    }),
};

function isListOf(value, isRow) {
  return Array.isArray(value) && value.every((row) => isObject(row) && isRow(row));
}

function readResult(path) {
  let text;
  try {
    if (statSync(path).size > MAX_BYTES) throw new Unreadable('it is too large to be a result');
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable('it cannot be opened');
  }
  let result;
  try {
    result = JSON.parse(text);
  } catch {
    throw new Unreadable('it is not JSON');
  }
  if (!isObject(result)) throw new Unreadable('it is not a result');
  for (const [field, isRight] of Object.entries(SHAPE)) {
    if (!isRight(result[field])) throw new Unreadable(`its field “${field}” is missing or wrong`);
  }
  return result;
}

/** A text of the file without the characters that could steer a terminal. */
const plain = (text) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 500);
const numberOf = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** Counts again, and says so in lines. */
function recount({ event, closedAt, rule, places, ballots, digest, changes }) {
  const fault = faultOf(ballots);
  const counted = countBallots(ballots);
  const stars = counted.reduce((sum, row) => sum + row.stars, 0);
  const own = createHash('sha256').update(canonicalBallots(ballots)).digest('hex');
  const isSameDigest = own === digest;
  const difference = differenceOf(counted, places);
  const photoCount = changes.filter(({ what }) => what === 'photo').length;
  const people = numberOf(changes.length - photoCount, 'person', 'people');
  const lines = [
    `The vote of “${plain(event.name)}”, closed and counted on ${plain(closedAt)}.`,
    `1. The rule in the file: ${plain(rule)}`,
    `2. I read ${numberOf(ballots.length, 'ballot')}. A ballot has a number instead of a name; voters find theirs in the settings, under “Your ballot”.`,
    `3. I checked every ballot: one a voter, at most ${numberOf(STARS_ON_BALLOT, 'star')}, no photo twice. ${fault ?? 'All of them are valid.'}`,
    `4. I computed the checksum of the ballots: ${own}`,
    isSameDigest
      ? '5. It is the one in the file. If it is also the one that voters read in the settings, nobody has changed a ballot since the count.'
      : `5. IT IS NOT the one in the file, ${digest}: a ballot was changed, added or left out.`,
    `6. I added up ${numberOf(stars, 'star')} for ${numberOf(counted.length, 'photo')}, from the ballots alone, without looking at the places in the file.`,
    difference === null
      ? '7. I gave out the places by the rule. Every one is the same as in the file.'
      : `7. I gave out the places by the rule. THEY DIFFER from the file: ${difference}`,
    changes.length === 0
      ? '8. Nothing was removed since the count.'
      : `8. Removed since the count: ${numberOf(photoCount, 'photo')}, ${people}. Their ballots and stars are counted as they were.`,
    '',
    ...counted.slice(0, SHOWN).map(placeLine),
    ...(counted.length > SHOWN ? [`… and ${counted.length - SHOWN} more`] : []),
    '',
  ];
  const isSame = fault === null && isSameDigest && difference === null;
  lines.push(isSame ? 'The result is right.' : 'The result is NOT right.');
  return { lines, isSame };
}

const placeLine = ({ place, photoId, stars }) =>
  `place ${place}: photo ${photoId} with ${numberOf(stars, 'star')}`;

/** The first place that differs, in words; null if none does. */
function differenceOf(counted, given) {
  const length = Math.max(counted.length, given.length);
  for (let index = 0; index < length; index += 1) {
    const [mine, theirs] = [counted, given].map((rows) =>
      rows[index] ? placeLine(rows[index]) : 'nothing',
    );
    if (mine !== theirs) return `I have ${mine}, the file has ${theirs}.`;
  }
  return null;
}

function main([path, ...others]) {
  if (path === undefined || others.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  try {
    const { lines, isSame } = recount(readResult(path));
    process.stdout.write(`${lines.join('\n')}\n`);
    return isSame ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    process.stderr.write(`${plain(path)} cannot be counted: ${error.message}.\n`);
    return 2;
  }
}

process.exitCode = main(process.argv.slice(2));
