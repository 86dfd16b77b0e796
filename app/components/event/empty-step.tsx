/** An empty step of the podium. Decoration, because the ranking says it in words. */
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
