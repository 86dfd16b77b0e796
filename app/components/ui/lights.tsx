/** The light string. Decoration; `out` means expired or offline. */
export function Lights({ out = false }: { out?: boolean }) {
  return <span className={out ? 'lights out' : 'lights'} aria-hidden="true" />;
}
