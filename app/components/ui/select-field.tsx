import { forwardRef, type ReactNode, type SelectHTMLAttributes } from 'react';
import { Below, controlProps, metaOf, textOf, type Native, type OwnProps } from './field';

/** A list to choose from, with options as children; otherwise like `Field`. */
export const SelectField = forwardRef<
  HTMLSelectElement,
  OwnProps & Native<SelectHTMLAttributes<HTMLSelectElement>> & { children: ReactNode }
>(function SelectField(
  { field, name, label, hint, errors, defaultValue, children, ...select },
  ref,
) {
  const meta = metaOf(field, name);
  return (
    <div className="field">
      <label htmlFor={meta.id}>{label}</label>
      <select
        {...select}
        {...controlProps(meta, { hint, errors })}
        key={meta.key}
        ref={ref}
        className="input"
        defaultValue={textOf(meta) ?? defaultValue}
      >
        {children}
      </select>
      <Below meta={meta} hint={hint} />
    </div>
  );
});
