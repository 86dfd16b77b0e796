/** A step of the podium that nobody stands on; decoration, for the ranking says so in words. */
export function EmptyStep({ step }: { step: number }) {
  return (
    <li aria-hidden="true" data-place={step}>
      <span className="print vacant">
        <span className="shot" />
      </span>
      <div className="step">
        <span className="place">{step}</span>
      </div>
    </li>
  );
}
