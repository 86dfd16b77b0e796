import { parseArgs } from 'node:util';
import { readArgs, UsageError, wholeNumber, type Settings } from '../../scripts/party/args';
import { PHOTOS_PER_USER } from '../../app/models/event';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** How a rush is played. Times are in milliseconds, already divided by `compress`. */
export interface RushSettings {
  party: Settings;
  data: 'postgres' | 'embedded';
  /** What all times are divided by, those between polls too: a tenth of the guests ask as often then. */
  compress: number;
  /** How long each part lasts for those who take part in it. */
  times: {
    joining: number;
    uploading: number;
    starring: number;
    opening: number;
    watching: number;
  };
}

export const USAGE = `An event's guests all on their phones, and all at the podium at once.

  npm run bench:rush -- [--guests 1000] [--compress 1] [--data embedded]

  --guests N        how many (1000)
  --compress N      divides all times, those between polls too (1)
  --data KIND       postgres or embedded (postgres)
  --join MINUTES    in which all join (10)
  --upload MINUTES  in which each sends their photos (3)
  --star MINUTES    in which each gives three stars (2)
  --open SECONDS    in which all open the podium (10)
  --watch SECONDS   in which all look at it (30)
  --photos N        each sends so many (3)
  --seed N          the same seed gives the same rush (1)
`;

/**
 * Reads the command line; null asks for the usage text.
 * @throws UsageError
 */
export function readRushArgs(argv: readonly string[]): RushSettings | null {
  const values = parse(argv);
  if (values.help) return null;
  const { guests, photos, seed, data } = values;
  if (data !== 'postgres' && data !== 'embedded') {
    throw new UsageError('--data: must be postgres or embedded');
  }
  const party = readArgs(['--guests', guests, '--photos', photos, '--seed', seed], {});
  if (!party) return null;
  const compress = wholeNumber('compress', values.compress, 1, 1000);
  const time = (name: 'join' | 'upload' | 'star' | 'open' | 'watch', unit: number) =>
    (wholeNumber(name, values[name], 1, 600) * unit) / compress;
  return {
    party,
    data,
    compress,
    times: {
      joining: time('join', MINUTE),
      uploading: time('upload', MINUTE),
      starring: time('star', MINUTE),
      opening: time('open', SECOND),
      watching: time('watch', SECOND),
    },
  };
}

function parse(argv: readonly string[]) {
  const number = (value: string) => ({ type: 'string' as const, default: value });
  try {
    return parseArgs({
      args: [...argv],
      options: {
        guests: number('1000'),
        compress: number('1'),
        data: { type: 'string', default: 'postgres' },
        join: number('10'),
        upload: number('3'),
        star: number('2'),
        open: number('10'),
        watch: number('30'),
        photos: number(String(PHOTOS_PER_USER.default)),
        seed: number('1'),
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
