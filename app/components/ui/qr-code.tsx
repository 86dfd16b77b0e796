/** A QR code from the server: a path in a square of `size` units, including its quiet zone. */
export interface QrView {
  size: number;
  path: string;
}

const CLASSES_CARD =
  'mx-auto w-[min(100%,17rem)] rounded-card border border-line bg-[#ffffff] fill-[#0f2f3a]';

/**
 * A QR code, dark on white in every color scheme; `label` says where it leads. On paper, which is white already,
 * `className` replaces the white card around it.
 */
export function QrCode({
  qr,
  label,
  className = CLASSES_CARD,
}: {
  qr: QrView;
  label: string;
  className?: string;
}) {
  return (
    <svg
      className={`${className} forced-color-adjust-none`}
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={qr.path} />
    </svg>
  );
}
