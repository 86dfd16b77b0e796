/** Everything that was checked, and what turned out wrong. */
export class Findings {
  /** One sentence each. */
  readonly wrong: string[] = [];
  #checks = 0;

  /** How many things were checked. */
  get checks(): number {
    return this.#checks;
  }

  /** Checks one thing; `sentence` says what is wrong when it does not hold. */
  expect(holds: boolean, sentence: string): void {
    this.#checks += 1;
    if (!holds) this.wrong.push(sentence);
  }

  /** Checks that a figure is what it must be. */
  expectEqual(actual: unknown, expected: unknown, what: string): void {
    this.expect(
      actual === expected,
      `${what}: expected ${String(expected)}, got ${String(actual)}`,
    );
  }

  /** Takes over sentences that a comparison found, or counts it as one passed check. */
  take(sentences: readonly string[]): void {
    this.#checks += Math.max(sentences.length, 1);
    this.wrong.push(...sentences);
  }
}
