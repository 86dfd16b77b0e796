import { parse, useForm, type DefaultValue, type SubmissionResult } from '@conform-to/react';

/**
 * The names of a field's rules. The browser checks most of them; `tooShort` and `tooLong` are ours, because
 * the browser counts untrimmed text and only text typed by hand.
 */
export type FieldRule =
  | 'required'
  | 'tooShort'
  | 'tooLong'
  | 'typeMismatch'
  | 'patternMismatch'
  | 'rangeUnderflow'
  | 'rangeOverflow'
  | 'badInput';

const NATIVE_RULES = [
  'badInput',
  'typeMismatch',
  'patternMismatch',
  'rangeUnderflow',
  'rangeOverflow',
] as const satisfies FieldRule[];

interface Options<Schema extends { [Key in keyof Schema]: unknown }> {
  /** Unique in the page. */
  id: string;
  /** The action's reply: its errors are error codes, its values refill the fields. */
  lastResult?: SubmissionResult<string[]> | null;
  defaultValue?: DefaultValue<Schema>;
}

/**
 * A form that the server validates (rule `screens.forms`). The client validates first, on submit and then on
 * each change, by the attributes of its fields (`errors` of `Field`); the action checks the rest. Without
 * scripts the form posts as it is; `noValidate` suppresses the browser's own messages.
 * @returns `[form, fields]`; spread `getFormProps(form)` on the form
 */
export function useServerForm<Schema extends { [Key in keyof Schema]: unknown }>({
  id,
  lastResult,
  defaultValue,
}: Options<Schema>) {
  return useForm<Schema>({
    id,
    lastResult,
    defaultValue,
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onInput',
    onValidate: ({ form, formData }) =>
      parse<Schema, string[]>(formData, {
        resolve(values) {
          const error = fieldErrors(form);
          return error ? { error } : { value: values as Schema };
        },
      }),
  });
}

/** The error codes of a form's fields by name; null if all are valid. */
function fieldErrors(form: HTMLFormElement): Record<string, string[]> | null {
  const errors: Record<string, string[]> = {};
  for (const element of form.elements) {
    if (!isField(element) || !element.name || !element.willValidate) continue;
    const code = errorOf(element);
    if (!code) continue;
    errors[element.name] ??= [code];
    // A field in a closed section could not get the focus.
    const details = element.closest('details');
    if (details) details.open = true;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(element: Element): element is FieldElement {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function errorOf(element: FieldElement): string | undefined {
  const broken = (rule: FieldRule) => element.dataset[errorKey(rule)];
  const { validity } = element;
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    return validity.valueMissing ? broken('required') : undefined;
  }
  const text = element.value.trim();
  if (text === '' && !validity.badInput) {
    return element.required ? (broken('required') ?? broken('tooShort')) : undefined;
  }
  const { min, max } = element.dataset;
  if (min && text.length < Number(min)) return broken('tooShort');
  if (max && text.length > Number(max)) return broken('tooLong');
  const rule = NATIVE_RULES.find((name) => validity[name]);
  return rule && broken(rule);
}

/** The rule's key in an element's `dataset`: `tooShort` → `errorTooShort`. */
function errorKey(rule: FieldRule): string {
  return `error${rule.charAt(0).toUpperCase()}${rule.slice(1)}`;
}

/** The `data-error-*` attributes that `fieldErrors` reads. */
export function errorAttributes(codes: Partial<Record<FieldRule, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(codes).map(([rule, code]) => [
      `data-error-${rule.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      code,
    ]),
  );
}
