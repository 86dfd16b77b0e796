import { shuffle, type Random } from './random';

const FIRST = [
  'Agathe', 'Amélie', 'Anaïs', 'Antoine', 'Basile', 'Béatrice', 'Björn', 'Camille', 'Chloé',
  'Daan', 'Elif', 'Émile', 'Fátima', 'Fleur', 'François', 'Giulia', 'Hélène', 'Inès', 'Íñigo',
  'Jonas', 'José', 'Jürgen', 'Kees', 'Léa', 'Lieke', 'Lucía', 'Maëlle', 'Mathis', 'Noé', 'Océane',
  'Paloma', 'Quentin', 'Raúl', 'Sanne', 'Søren', 'Théo', 'Ursula', 'Valérie', 'Yasmine', 'Zoë',
]; // prettier-ignore

const LAST = [
  'Arnaud', 'Bakker', 'Bernard', 'Castro', 'de Vries', 'Dubois', 'Fernández', 'Fontaine',
  'Garcia', 'Girard', 'Huber', 'Jansen', 'Keller', 'Lefèvre', 'López', 'Martin', 'Meijer',
  'Moreau', 'Müller', 'Núñez', 'O’Brien', 'Petit', 'Richter', 'Schäfer', 'Šimić', 'van Dijk',
  'Weiß', 'Yılmaz',
]; // prettier-ignore

/** Names as people have them, accents and all, each one different. */
export function guestNames(count: number, random: Random): string[] {
  const pairs = shuffle(
    FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`)),
    random,
  );
  return Array.from({ length: count }, (_, index) => {
    const round = Math.floor(index / pairs.length);
    const name = pairs[index % pairs.length] ?? `Guest ${index}`;
    return round === 0 ? name : `${name} ${round + 1}`;
  });
}

/** An e-mail address under a domain that nobody owns. */
export function emailOf(name: string, index: number): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '');
  return `${plain}.${index + 1}@example.com`;
}
