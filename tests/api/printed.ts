import { CODES, readQr } from '../pdf';
import { open } from './pages';
import type { Party } from './party';

/** The mission cards that the organizer's page links to, on A4. */
export async function printCards({ organizer: { client } }: Party): Promise<Buffer> {
  const { document } = await open(client, '/event/missions');
  const link = document.querySelector('a[href*="layout=missions"]');
  return (await client.get(`${link?.getAttribute('href')}&paper=a4`)).bytes;
}

/** The paths in the codes of the first eight cards, in order, read from the paper. */
export async function scanCards(party: Party): Promise<string[]> {
  const bytes = await printCards(party);
  const codes = await Promise.all(CODES.cards.map((place) => readQr(bytes, place)));
  return codes.flatMap((code) => (code === null ? [] : code.slice(party.origin.length)));
}
