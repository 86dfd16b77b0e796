import type { BulbRow } from '~/models/table/lights';

/** A table's string of lights, with the words beside it. */
export interface LightsView {
  id: number;
  /** Its place in the list; null if the name contains it. */
  number: number | null;
  name: string;
  /** What the string shows, as text. */
  words: string;
  rows: BulbRow[];
}

/** The tables of an event and their lights (rule `tables.lights`). */
export interface TablesView {
  title: string;
  /** The text about the table whose bulbs were the first to be all lit; null until there is one. */
  first: string | null;
  /** The reader's own table; null for an organizer who sits at no table. */
  own: (LightsView & { missing: string }) | null;
  /** The other ones, in the order of the list. */
  others: LightsView[];
}
