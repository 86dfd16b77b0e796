/** A QR code from the server: a path in a square of `size` units, including its quiet zone. */
export interface QrView {
  size: number;
  path: string;
}

/** A QR code, dark on white in every colour scheme; `label` says where it leads. */
export function QrCode({ qr, label }: { qr: QrView; label: string }) {
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${qr.size} ${qr.size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={qr.path} />
    </svg>
  );
}
