/* eslint-disable no-restricted-syntax -- the description of the API is in English */
import app from '~/styles/app.css?url';
import stylesheet from './api-page.css?url';
import type { ApiCall, ApiField, ApiView } from './api-views';

/** The page that describes the API. A whole document, without scripts. */
export function ApiPage({ title, version, description, groups, shapes }: ApiView) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`The API · ${title}`}</title>
        <link rel="stylesheet" href={app} />
        <link rel="stylesheet" href={stylesheet} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      </head>
      <body>
        <header className="api-head on-night bg-night px-4 py-8 text-on-night">
          <div className="mx-auto grid gap-3">
            <p className="font-display text-gold">{title}</p>
            <h1>The API</h1>
            <p>
              {`Version ${version}. `}
              <Text text={description} />
            </p>
            <p>
              <a href="/api/openapi.json">The same as OpenAPI 3.1</a>
            </p>
          </div>
        </header>
        <main className="api-body mx-auto grid grid-cols-[minmax(0,1fr)] gap-8 p-4">
          <nav aria-label="Groups">
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {groups.map(({ name, id }) => (
                <li key={id}>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
              <li>
                <a href="#shapes">Shapes</a>
              </li>
            </ul>
          </nav>
          <section className="card p-4">
            <h2>Begin</h2>
            <p>
              The examples use a file <code>jar</code> for the session’s cookie, and the address of
              a server. Sign in, or create an event, first.
            </p>
            <pre>
              <code>ORIGIN=http://localhost:3000</code>
            </pre>
          </section>
          {groups.map(({ name, id, calls }) => (
            <section key={id} id={id}>
              <h2>{name}</h2>
              {calls.map((call) => (
                <Call key={call.id} call={call} />
              ))}
            </section>
          ))}
          <section id="shapes">
            <h2>Shapes</h2>
            {shapes.map(({ name, fields }) => (
              <article key={name} id={`shape-${name}`} className="card">
                <h3>{name}</h3>
                <Fields fields={fields} />
              </article>
            ))}
          </section>
        </main>
      </body>
    </html>
  );
}

function Call({ call }: { call: ApiCall }) {
  const { id, verb, path, who, summary, details, inputs, answer, refusals, curl } = call;
  return (
    <article id={id} className="card">
      <h3>{summary}</h3>
      <p>
        <b>{verb}</b> <code>{path}</code>
      </p>
      {details && (
        <p>
          <Text text={details} />
        </p>
      )}
      <p>
        Who: <b>{who}</b>
      </p>
      {inputs.map(({ title, fields }) => (
        <div key={title}>
          <h4>{title}</h4>
          <Fields fields={fields} />
        </div>
      ))}
      <h4>Answer</h4>
      <p>
        {`${answer.status} `}
        {answer.field ? (
          <Type field={answer.field} />
        ) : (
          <>
            <code>{answer.type}</code> {answer.description}
          </>
        )}
      </p>
      <details>
        <summary>{`Refusals (${refusals.length})`}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Status</th>
              <th scope="col">Code</th>
              <th scope="col">Message</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map((refusal) => (
              <tr key={refusal.code}>
                <td>{refusal.status}</td>
                <td>
                  <code>{refusal.code}</code>
                </td>
                <td>{refusal.text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      <pre>
        <code>{curl}</code>
      </pre>
    </article>
  );
}

function Fields({ fields }: { fields: ApiField[] }) {
  return (
    <dl>
      {fields.map((field) => (
        <div key={field.name}>
          <dt>
            <code>{field.name || 'the whole'}</code>
            {!field.isRequired && <small className="text-ink-soft"> optional</small>}
          </dt>
          <dd>
            <Type field={field} /> <Text text={field.description ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text whose code is in backticks. */
function Text({ text }: { text: string }) {
  return text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));
}

function Type({ field: { type, shape } }: { field: ApiField }) {
  return shape ? (
    <a href={`#shape-${shape}`}>{type}</a>
  ) : (
    <span className="text-ink-soft">{type}</span>
  );
}
