/** The light string. Decoration; `out` means expired or offline. */
export function Lights({ out = false, className = '' }: { out?: boolean; className?: string }) {
  return <span className={`lights ${out ? 'out' : ''} ${className}`} aria-hidden="true" />;
}
