import { stringify } from 'csv-stringify/sync';

/**
 * A table as CSV (RFC 4180): UTF-8 with a byte order mark, so that spreadsheets read the letters,
 * a header row, lines ended by CRLF. A text that a spreadsheet would take for a formula gets an
 * apostrophe in front.
 * @param decimalMark how the reader writes numbers: their spreadsheet keeps cells apart by a semicolon where
 *   a comma stands inside of numbers
 */
export function csvOf(
  header: string[],
  rows: (string | number)[][],
  decimalMark: '.' | ',',
): string {
  return stringify([header, ...rows], {
    bom: true,
    delimiter: decimalMark === ',' ? ';' : ',',
    record_delimiter: 'windows',
    escape_formulas: true,
    // The library quotes line breaks of its own kind only.
    quoted_match: /[\r\n]/,
  });
}
