import { ScreenHead } from '~/components/shell/screen-head';
import { Note } from '~/components/ui/note';
import { Bulbs, Glow } from './bulbs';
import type { LightsView, TablesView } from './lights-views';

/**
 * The tables, each as a string of lights: the user's own first, on the night background, then the others in the order
 * of the list.
 */
export function LightsScreen({ view }: { view: TablesView }) {
  const { title, first, own, others } = view;
  return (
    <main id="content">
      <Glow />
      {own && (
        <section className="on-night bg-linear-to-b/srgb from-night to-night-lift text-on-night">
          <div className="mx-auto max-w-(--container-page) px-gutter pt-2 pb-4 laptop:px-10 laptop:pt-8 laptop:pb-6">
            <h1 className="sr-only max-laptop:hidden">{title}</h1>
            <Heading table={own} isOwn />
            <div className="max-w-140 pt-3 pb-1">
              <Rows table={own} isOwn />
            </div>
            <p className="text-sm text-balance text-on-night-soft" role="status">
              {own.missing}
            </p>
          </div>
        </section>
      )}
      {(first !== null || others.length > 0) && (
        <div className="page max-laptop:pt-2">
          {!own && <ScreenHead title={title} />}
          {first !== null && (
            <Note icon="bulbs" tone="ok" className="my-2">
              {first}
            </Note>
          )}
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-12 laptop:grid-cols-2">
            {others.map((table) => (
              <li className="border-b border-line pt-3 pb-2" key={table.id}>
                <Heading table={table} />
                <Rows table={table} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </main>
  );
}

function Heading({
  table: { number, name, words },
  isOwn = false,
}: {
  table: LightsView;
  isOwn?: boolean;
}) {
  return (
    <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
      <h2
        className={`m-0 flex min-w-0 items-baseline gap-2 wrap-anywhere ${isOwn ? 'text-h2 text-on-night' : 'font-sans text-base/snug font-semibold'}`}
      >
        {number !== null && (
          <span className="w-6 flex-none font-display text-lg font-normal text-ink-soft">
            {number}
          </span>
        )}
        <bdi>{name}</bdi>
      </h2>
      <span
        className={`ml-auto text-right text-sm tabular-nums ${isOwn ? 'text-on-night-soft' : 'text-ink-soft'}`}
      >
        {words}
      </span>
    </div>
  );
}

function Rows({ table: { rows }, isOwn = false }: { table: LightsView; isOwn?: boolean }) {
  return rows.map((row, index) => <Bulbs key={index} row={row} size={isOwn ? 'own' : 'plain'} />);
}
