import type { BulbRow } from '~/models/table/lights';

/** A table's string of lights, with the words beside it. */
export interface LightsView {
  id: number;
  /** Its place in the list; null where the name says it. */
  number: number | null;
  name: string;
  /** What the string shows, in words. */
  words: string;
  rows: BulbRow[];
}

/** The tables of an event and their lights (rule `tables.lights`). */
export interface TablesView {
  title: string;
  /** Says which table was the first whose bulbs were all lit; null until one was. */
  first: string | null;
  /** The reader's own table; null for an organizer who sits at none. */
  own: (LightsView & { missing: string }) | null;
  /** The other ones, in the order of the list. */
  others: LightsView[];
}
