import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import { repeats } from '~/i18n/repeats';
import { isCode } from '~/models/error-code';
import type { ErrorCode } from '~/models/errors';
import { errorAttributes, type FieldRule } from './form';
import { Icon } from './icon';
import { Note } from './note';

/** The part of conform's metadata that a field needs. */
export interface FieldMeta {
  id: string;
  name: string;
  errorId: string;
  descriptionId: string;
  key: string | undefined;
  initialValue?: unknown;
  errors?: string[];
}

export interface OwnProps {
  /** From `useServerForm`; without it pass `name`. */
  field?: FieldMeta;
  name?: string;
  label: ReactNode;
  hint?: ReactNode;
  /** The error code for each violated rule; a rule without one is left to the server. */
  errors?: Partial<Record<FieldRule, ErrorCode>>;
}

interface TextProps extends OwnProps {
  /** Applied to the trimmed text. The native attributes truncate or count differently. */
  minLength?: number;
  maxLength?: number;
}

export type Native<Attributes> = Omit<
  Attributes,
  'name' | 'id' | 'className' | 'minLength' | 'maxLength' | 'children'
>;

/** One line of text with its label above, hint and error below. */
export function Field({
  field,
  name,
  label,
  hint,
  errors,
  minLength,
  maxLength,
  defaultValue,
  type = 'text',
  ...input
}: TextProps & Native<InputHTMLAttributes<HTMLInputElement>>) {
  const meta = metaOf(field, name);
  return (
    <div className="field">
      <label htmlFor={meta.id}>{label}</label>
      <input
        {...input}
        {...controlProps(meta, { hint, errors, minLength, maxLength })}
        key={meta.key}
        type={type}
        className="input"
        // A password is never sent back to a page.
        defaultValue={type === 'password' ? undefined : (textOf(meta) ?? defaultValue)}
      />
      <Below meta={meta} hint={hint} />
    </div>
  );
}

/** Several lines of text; otherwise like `Field`. */
export function TextAreaField({
  field,
  name,
  label,
  hint,
  errors,
  minLength,
  maxLength,
  defaultValue,
  ...textarea
}: TextProps & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const meta = metaOf(field, name);
  return (
    <div className="field">
      <label htmlFor={meta.id}>{label}</label>
      <textarea
        {...textarea}
        {...controlProps(meta, { hint, errors, minLength, maxLength })}
        key={meta.key}
        className="input"
        defaultValue={textOf(meta) ?? defaultValue}
      />
      <Below meta={meta} hint={hint} />
    </div>
  );
}

/** A check box with its label. Sends `on` unless `value` is given. */
export function CheckField({
  field,
  name,
  label,
  hint,
  errors,
  value = 'on',
  defaultChecked = false,
  ...input
}: OwnProps & Native<InputHTMLAttributes<HTMLInputElement>>) {
  const meta = metaOf(field, name);
  return (
    <div className="grid gap-1.5">
      <label className="inline-flex min-h-touch items-start gap-3 text-sm">
        <input
          className="m-0 size-6 flex-none accent-primary"
          {...input}
          {...controlProps(meta, { hint, errors })}
          key={meta.key}
          type="checkbox"
          value={value}
          defaultChecked={field ? textOf(meta) === value : defaultChecked}
        />
        <span>{label}</span>
      </label>
      <Below meta={meta} hint={hint} />
    </div>
  );
}

/** The server's errors for the whole form, above it. Nothing without errors. */
export function FormError({ errors, title }: { errors?: string[]; title?: ReactNode }) {
  const errorText = useErrorText();
  if (!errors?.length) return null;
  const words = errors.map(errorText).join(' ');
  return title ? (
    <Note tone="error" title={title}>
      {typeof title === 'string' && repeats(title, words) ? null : words}
    </Note>
  ) : (
    <Note tone="error">{words}</Note>
  );
}

/** The hint, and the error below it. */
export function Below({ meta, hint }: { meta: FieldMeta; hint: ReactNode }) {
  return (
    <>
      {hint && (
        <p className="hint" id={meta.descriptionId}>
          {hint}
        </p>
      )}
      <FieldError field={meta} />
    </>
  );
}

/** The error of a field, for a group of controls that is none of the above. */
export function FieldError({ field }: { field: FieldMeta }) {
  const errorText = useErrorText();
  const code = field.errors?.[0];
  if (!code) return null;
  return (
    <p className="field-error" id={field.errorId}>
      <Icon name="alert" />
      {errorText(code)}
    </p>
  );
}

/** An error code in the reader's language; any other text as it is. */
export function useErrorText(): (code: string) => string {
  const { t } = useTranslation('errors');
  return (code) => (isCode(code) ? t(code) : code);
}

export function metaOf(field: FieldMeta | undefined, name = ''): FieldMeta {
  if (field) return field;
  return {
    id: name,
    name,
    errorId: `${name}-error`,
    descriptionId: `${name}-description`,
    key: undefined,
  };
}

export function controlProps(
  meta: FieldMeta,
  {
    hint,
    errors,
    minLength,
    maxLength,
  }: Pick<TextProps, 'hint' | 'errors' | 'minLength' | 'maxLength'>,
) {
  const isWrong = !!meta.errors?.length;
  const described = [hint && meta.descriptionId, isWrong && meta.errorId].filter(Boolean).join(' ');
  return {
    id: meta.id,
    name: meta.name,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': described || undefined,
    'data-min': minLength,
    'data-max': maxLength,
    ...errorAttributes(errors ?? {}),
  };
}

export function textOf(meta: FieldMeta): string | undefined {
  return typeof meta.initialValue === 'string' ? meta.initialValue : undefined;
}
