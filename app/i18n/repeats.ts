/** Whether a text only repeats the title above it, ignoring case and final punctuation. */
export function repeats(title: string, text: string): boolean {
  const words = (said: string) =>
    said
      .trim()
      .toLowerCase()
      .replace(/[.!\u2026]+$/, '');
  return words(title) === words(text);
}
