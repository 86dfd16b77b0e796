/** The lines of a table as objects, by its headings. */
export function recordsOf([headings = [], ...rows]: string[][]): Record<string, string>[] {
  return rows.map((row) =>
    Object.fromEntries(headings.map((name, index) => [name, row[index] ?? ''])),
  );
}

/**
 * Parses CSV strictly by RFC 4180: quotes only around whole cells and doubled inside, CRLF after every line,
 * and the same number of cells in each line.
 * @param delimiter the separator of cells
 * @throws Error if a spreadsheet would have to guess
 */
export function parseCsv(text: string, delimiter: ',' | ';' = ','): string[][] {
  const rows: string[][] = [];
  const cell =
    delimiter === ',' ? /"((?:[^"]|"")*)"|([^",\r\n]*)/y : /"((?:[^"]|"")*)"|([^";\r\n]*)/y;
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    cell.lastIndex = at;
    const [whole, quoted, plain] = cell.exec(text) ?? [''];
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    at += whole.length;
    if (text[at] === delimiter) at += 1;
    else if (text.startsWith('\r\n', at)) {
      at += 2;
      rows.push(row);
      row = [];
    } else throw new Error(`No cell ends at ${at}: ${JSON.stringify(text.slice(at, at + 20))}`);
  }
  if (row.length > 0) throw new Error('The last line does not end');
  if (rows.some(({ length }) => length !== rows[0]?.length))
    throw new Error('Lines differ in cells');
  return rows;
}
