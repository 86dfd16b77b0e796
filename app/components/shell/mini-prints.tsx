import confetti from '~/components/shell/pictures/confetti-small.webp';
import coupes from '~/components/shell/pictures/coupes-small.webp';
import lanterns from '~/components/shell/pictures/lanterns-small.webp';

/**
 * Three prints under the lights: the sky of the join screens. Decoration, and part of every first visit:
 * twice their size in the layout is sharp enough.
 */
export function MiniPrints() {
  return (
    <div className="mini-prints" aria-hidden="true">
      {[coupes, lanterns, confetti].map((picture) => (
        <div key={picture} className="print keep">
          <span className="shot">
            <img src={picture} alt="" width={192} height={256} />
          </span>
        </div>
      ))}
    </div>
  );
}
