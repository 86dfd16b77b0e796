import { stringify } from 'csv-stringify/sync';

/**
 * Writes a table as CSV (RFC 4180): UTF-8 with a byte order mark, so that spreadsheets detect it, a header
 * row, and CRLF line ends. A text that a spreadsheet would take for a formula gets a leading apostrophe.
 * @param decimalMark the reader's decimal separator; spreadsheets that use a comma separate cells by
 *   semicolons
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
    // The library only quotes line breaks of the record delimiter's kind.
    quoted_match: /[\r\n]/,
  });
}
