import { Link } from '@remix-run/react';
import { Icon } from '~/components/ui/icon';
import { Logo } from '~/components/ui/logo';
import type { HandView } from '../mission-views';

/** A member's cards, fanned out, and the same as text (rule `missions.cards`). */
export function HandOfCards({ hand }: { hand: HandView }) {
  const { title, progress, to, done, open, left } = hand;
  const backs = Array.from({ length: (open ? 1 : 0) + left.count }, (_, index) => index);
  return (
    <section
      className={
        to === null
          ? 'mx-auto mt-8 w-full max-w-(--container-text)'
          : 'mt-8 w-full max-w-(--container-text)'
      }
    >
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2>{title}</h2>
        <span className="text-sm text-ink-soft tabular-nums">{progress}</span>
      </div>
      <div className="hand-of-cards" aria-hidden="true">
        {done.map(({ text, pictureUrl }, index) => (
          <span
            key={`${text} ${index}`}
            className={`mission-card ${pictureUrl === null ? 'face' : 'done'}`}
          >
            {pictureUrl !== null && <img src={pictureUrl} alt="" loading="lazy" />}
            {text}
          </span>
        ))}
        {backs.map((index) => (
          <span key={index} className="mission-card back on-night">
            <Logo />
          </span>
        ))}
      </div>
      <ul className="card py-1">
        {done.map(({ text, time }, index) => (
          <li key={`${text} ${index}`} className={ROW}>
            <Icon name="check" />
            <p className="min-w-0 flex-1 wrap-anywhere">
              <strong>
                <bdi>{text}</bdi>
              </strong>
              <span className="block text-sm text-ink-soft">{time}</span>
            </p>
          </li>
        ))}
        {open && (
          <li className={ROW}>
            <Icon name="camera" />
            <p className="min-w-0 flex-1">
              {to === null ? (
                <strong>{open.title}</strong>
              ) : (
                <Link className="link" to={to}>
                  {open.title}
                </Link>
              )}
              <span className="block text-sm text-ink-soft">{open.text}</span>
            </p>
          </li>
        )}
      </ul>
      {left.count > 0 && <p className="mt-2 text-center text-sm text-ink-soft">{left.text}</p>}
    </section>
  );
}

const ROW = 'flex min-h-14 items-center gap-3 border-line py-2 not-first:border-t';
