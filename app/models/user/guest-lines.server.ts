import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { DomainError } from '../errors';
import { NAME_MAX } from '../event/rules';
import { email, nameText, parseValues } from '../fields.schema';
import { GUEST_LIST_MAX, GUESTS_MAX, type LineError, type ListedGuest } from './guest-list';
import { NAME_MIN } from './rules';

/** `Léa Martin <lea@example.com>`, as mail programs write a recipient. */
const RECIPIENT = /^(.*?)\s*<([^<>]+)>$/;

const guestSchema = z.object({
  name: nameText(NAME_MIN, 'name_min').max(NAME_MAX, 'name_max'),
  email: email('email_invalid'),
});

/** A guest, with the number and the text of their line. */
type LineGuest = ListedGuest & Omit<LineError, 'code'>;

/**
 * Reads a list with a person on each line: name and e-mail address in either order, between commas, semicolons
 * or tabs, or as mail programs write recipients. A name may be in several cells. The first line may be a
 * header.
 * @throws DomainError guest_list_empty, list_too_long for more letters or lines than a list may have
 */
export function readGuestLines(text: string): { guests: LineGuest[]; errors: LineError[] } {
  if (text.length > GUEST_LIST_MAX) throw new DomainError('list_too_long', { field: 'list' });
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ line: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '');
  if (lines.length === 0) throw new DomainError('guest_list_empty', { field: 'list' });
  // Counted before they are read.
  if (lines.length > GUESTS_MAX + 1) throw new DomainError('list_too_long', { field: 'list' });
  const guests: LineGuest[] = [];
  const errors: LineError[] = [];
  for (const [index, line] of lines.entries()) {
    const cells = cellsOf(line.text);
    if (cells.length === 0 || (index === 0 && isHeader(cells))) continue;
    try {
      guests.push({ ...guestOf(cells), ...line });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      errors.push({ ...line, code: error.code });
    }
  }
  return { guests, errors };
}

const CELLS = {
  bom: true,
  delimiter: [',', ';', '\t'],
  relax_column_count: true,
  relax_quotes: true,
  trim: true,
};

/** The cells of a line that have text. A recipient is two. */
function cellsOf(line: string): string[] {
  const [record = []] = parseLine(line);
  return record.flatMap(partsOf).filter((cell) => cell !== '');
}

/** A quotation mark that is never closed counts as a letter. */
function parseLine(line: string): string[][] {
  try {
    return parse(line, CELLS);
  } catch {
    return parse(line, { ...CELLS, quote: null });
  }
}

/** A cell, or the two parts of a recipient. */
function partsOf(cell: string): string[] {
  const [, name, address] = RECIPIENT.exec(cell) ?? [];
  return name !== undefined && address !== undefined ? [name, address] : [cell];
}

/** What the heading of a column of addresses contains, in our languages. */
const ADDRESS_HEADING = /mail|courriel|correo|adres/i;

/** Whether a line has column headings and no person. */
const isHeader = (cells: string[]) =>
  cells.length > 1 && !cells.some(isAddress) && cells.some((cell) => ADDRESS_HEADING.test(cell));

const isAddress = (cell: string) => cell.includes('@');

function guestOf(cells: string[]): ListedGuest {
  const addresses = cells.filter(isAddress);
  if (addresses.length !== 1) throw new DomainError('guest_email');
  const name = cells.filter((cell) => !isAddress(cell)).join(' ');
  return parseValues(guestSchema, { name, email: addresses[0] });
}

/**
 * Decodes an uploaded list. Spreadsheets save UTF-8, UTF-16 with a byte order mark, or the code page of
 * western Windows.
 */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
