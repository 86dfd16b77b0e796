// Confetti for the reveal: one canvas, few pieces, and nothing left of it afterwards, so that it costs a slow phone or
// an old television little. It imports nothing, because the wall's page uses it too.

const PIECES = 80;
const LASTS_MS = 4000;
/** The last part of that time, in which the pieces fade. */
const FADES_MS = 800;
/** A higher pixel ratio costs more than it adds. */
const MAX_DENSITY = 1.5;
const COLORS = ['#ffc857', '#ffd887', '#cfd8dc', '#e0a27b', '#f2a765', '#fffaf0'];

interface Piece {
  /** Where it falls from, as parts of the width and the height. */
  x: number;
  y: number;
  /** How far it drifts, as a part of the width, and falls, in heights. */
  drift: number;
  fall: number;
  /** In parts of the shorter side. */
  size: number;
  /** Half turns a second. */
  spin: number;
  phase: number;
  color: string;
}

/**
 * Lets confetti fall over a canvas for four seconds. It stops by itself and then frees the canvas's memory. With
 * reduced motion nothing falls.
 * @param canvas as large as its box on the page
 * @param options.seed the same seed gives the same pieces; without one they differ each time
 * @returns a function that stops it immediately
 */
export function startConfetti(
  canvas: HTMLCanvasElement,
  options: { seed?: number } = {},
): () => void {
  const context = canvas.getContext('2d');
  if (!context || matchMedia('(prefers-reduced-motion: reduce)').matches) return () => undefined;
  const density = Math.min(window.devicePixelRatio || 1, MAX_DENSITY);
  const width = (canvas.width = Math.round(canvas.clientWidth * density));
  const height = (canvas.height = Math.round(canvas.clientHeight * density));
  const pieces = scatter(options.seed === undefined ? Date.now() : options.seed);
  let began: number | undefined;
  let frame = requestAnimationFrame(draw);
  return stop;

  function stop(): void {
    cancelAnimationFrame(frame);
    canvas.width = canvas.height = 0;
  }

  function draw(now: number): void {
    if (began === undefined) began = now;
    const passed = now - began;
    if (passed >= LASTS_MS || !canvas.isConnected) return stop();
    frame = requestAnimationFrame(draw);
    if (!context) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, width, height);
    context.globalAlpha = Math.min(1, (LASTS_MS - passed) / FADES_MS);
    for (const piece of pieces) place(context, piece, passed / 1000);
  }

  function place(on: CanvasRenderingContext2D, piece: Piece, seconds: number): void {
    const sway = Math.sin(seconds * 2 + piece.phase) * 0.02;
    const x = (piece.x + piece.drift * seconds + sway) * width;
    const y = (piece.y + piece.fall * seconds) * height;
    const side = piece.size * Math.min(width, height);
    const turn = seconds * piece.spin * Math.PI + piece.phase;
    // A piece of paper that turns in the air shows only its edge now and then.
    const seen = Math.cos(turn * 1.3);
    on.setTransform(
      Math.cos(turn),
      Math.sin(turn),
      -Math.sin(turn) * seen,
      Math.cos(turn) * seen,
      x,
      y,
    );
    on.fillStyle = piece.color;
    on.fillRect(-side / 2, -side / 4, side, side / 2);
  }
}

function scatter(seed: number): Piece[] {
  const random = randomOf(seed);
  return Array.from({ length: PIECES }, (_, index) => ({
    x: random(),
    y: -0.05 - random() * 0.9,
    drift: (random() - 0.5) * 0.08,
    fall: 0.3 + random() * 0.25,
    size: 0.022 + random() * 0.018,
    spin: 0.4 + random(),
    phase: random() * Math.PI * 2,
    color: COLORS[index % COLORS.length] || '',
  }));
}

/** Pseudorandom numbers from 0 to 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
