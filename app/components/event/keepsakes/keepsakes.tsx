import { DownloadLink } from '~/components/shell/download-link';
import type { KeepsakesView } from '../keepsake-views';
import { NamingQuestion } from './naming-question';
import { SendPicture } from './send-picture';

/**
 * Pictures of the podium to share, and certificates to print (rules `share.when`, `certificate.who`).
 * @param props.next the path of the screen, for the question about the reader's name
 */
export function Keepsakes({
  keepsakes,
  next,
  className = '',
}: {
  keepsakes: KeepsakesView;
  next: string;
  className?: string;
}) {
  const { naming, certificates } = keepsakes;
  const words = {
    send: keepsakes.send,
    again: keepsakes.sendAgain,
    failed: keepsakes.sendFailed,
  };
  return (
    <section className={`card grid content-start gap-3 ${className}`} id="share">
      <h2 className="m-0">{keepsakes.title}</h2>
      <p className="text-ink-soft">{keepsakes.text}</p>
      {naming && <NamingQuestion naming={naming} next={next} />}
      <ul className="grid gap-2">
        {keepsakes.pictures.map(({ format, to, label }) => (
          <li className="flex items-center gap-3" key={format}>
            <span className="flex w-21 flex-none justify-center">
              <Shape format={format} />
            </span>
            <div className="flex min-w-0 flex-1 flex-wrap gap-2">
              <DownloadLink to={to} className="quiet">
                {label}
              </DownloadLink>
              <SendPicture url={to} name={`podium-${format}.jpg`} about={label} words={words} />
            </div>
          </li>
        ))}
      </ul>
      {certificates && (
        <>
          <h3 className="m-0 mt-2">{certificates.title}</h3>
          <p className="text-ink-soft">{certificates.text}</p>
          <ul className="flex flex-wrap gap-2">
            {certificates.files.map(({ to, label }) => (
              <li className="max-w-full" key={to}>
                <DownloadLink to={to} icon="file" className="quiet">
                  <bdi className="wrap-anywhere">{label}</bdi>
                </DownloadLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

const SIZES = {
  story: 'h-16 w-9',
  post: 'h-15 w-12',
  wide: 'h-11.75 w-21',
};

/** The shape of a picture, with its blocks. */
function Shape({ format }: { format: keyof typeof SIZES }) {
  return (
    <span
      aria-hidden="true"
      className={`flex items-end justify-center gap-0.5 rounded-sm bg-night p-1 forced-colors:border ${SIZES[format]}`}
    >
      <span className="h-1/4 w-2 bg-silver" />
      <span className="h-2/5 w-2 bg-gold" />
      <span className="h-1/5 w-2 bg-bronze" />
    </span>
  );
}
