interface Choice<Value> {
  value: Value;
  label: string;
  /** What it means. */
  hint: string;
}

/** A choice of one value, each with a line that explains it. */
export function HintedChoices<Value extends string>({
  name,
  legend,
  chosen,
  choices,
}: {
  name: string;
  legend: string;
  chosen: Value;
  choices: readonly Choice<Value>[];
}) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint }) => (
        <label className="choice" key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
          <span>
            {label}
            <span className="block text-sm font-normal text-ink-soft">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
