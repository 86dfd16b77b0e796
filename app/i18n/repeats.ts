/** Whether a text says no more than the title above it, capitals and the last mark aside. */
export function repeats(title: string, text: string): boolean {
  const words = (said: string) =>
    said
      .trim()
      .toLowerCase()
      .replace(/[.!\u2026]+$/, '');
  return words(title) === words(text);
}
