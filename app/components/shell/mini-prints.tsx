import confetti from '~/components/shell/pictures/confetti.webp';
import coupes from '~/components/shell/pictures/coupes.webp';
import lanterns from '~/components/shell/pictures/lanterns.webp';

/** Three prints under the lights: the sky of the join screens. Decoration. */
export function MiniPrints() {
  return (
    <div className="mini-prints" aria-hidden="true">
      {[coupes, lanterns, confetti].map((picture) => (
        <div key={picture} className="print keep">
          <span className="shot">
            <img src={picture} alt="" width={480} height={640} />
          </span>
        </div>
      ))}
    </div>
  );
}
