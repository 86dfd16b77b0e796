/** The values a user entered, shown again for confirmation. */
export function Summary({ rows }: { rows: { label: string; value: string }[] }) {
  return (
    <dl className="card summary">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
