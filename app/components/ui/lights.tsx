/** The string of lights. Decoration; `out` means closed: expired, offline. */
export function Lights({ out = false }: { out?: boolean }) {
  return <span className={out ? 'lights out' : 'lights'} aria-hidden="true" />;
}
