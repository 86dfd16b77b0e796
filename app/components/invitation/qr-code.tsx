/** A QR code as the server draws it: a path in a square of so many units, its light border included. */
export interface QrView {
  size: number;
  path: string;
}

/** A QR code, dark on white in every scheme; `label` says where it leads. */
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
