export function findChromium(): string | null;
export function ensureTestTools(): void;
export function ensureClusterTools(): void;
