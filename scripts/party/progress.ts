/** How often a line is written where it cannot be overwritten. */
const PLAIN_EVERY_MS = 5000;
const DRAWN_EVERY_MS = 100;

/** One line on standard error that says how far the party is. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  #name = '';
  #done = 0;
  #total = 0;
  #shownAt = 0;

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.#out = out;
  }

  /** Begins a part of the party of `total` steps (0: as many as it takes). */
  begin(name: string, total = 0): void {
    this.#name = name;
    this.#done = 0;
    this.#total = total;
    this.#show();
  }

  step(): void {
    this.#done += 1;
    const pause = this.#out.isTTY ? DRAWN_EVERY_MS : PLAIN_EVERY_MS;
    if (Date.now() - this.#shownAt >= pause) this.#show();
  }

  /** Wipes the line. */
  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001b[2K');
  }

  #show(): void {
    this.#shownAt = Date.now();
    const count = this.#total > 0 ? ` ${this.#done} / ${this.#total}` : '';
    const line = `${this.#name}${count}`;
    this.#out.write(this.#out.isTTY ? `\r\u001b[2K${line}` : `${line}\n`);
  }
}
