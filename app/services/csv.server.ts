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

/** The columns of a table in order: the name of each, and its cell in a row. */
export type CsvColumns<Row, Name extends string = string> = Record<
  Name,
  (row: Row) => string | number
>;

/** Writes rows as CSV: a header of the columns' headings, and a cell of each row for each column. */
export function csvTable<Row, Name extends string>(
  columns: CsvColumns<Row, Name>,
  rows: readonly Row[],
  { heading, decimalMark }: { heading: (column: Name) => string; decimalMark: '.' | ',' },
): string {
  const names = Object.keys(columns) as Name[];
  return csvOf(
    names.map(heading),
    rows.map((row) => names.map((name) => columns[name](row))),
    decimalMark,
  );
}
