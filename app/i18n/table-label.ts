import type { Translate } from './translate';

/** A table's name for people: a number alone reads “Table 3”. */
export function tableLabel(t: Translate, { name }: { name: string }): string {
  return /^\d+$/.test(name) ? t('tables:numbered', { number: name }) : name;
}
