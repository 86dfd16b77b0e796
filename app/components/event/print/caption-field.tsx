import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cutCaption, lettersLeft } from '~/models/photo/caption';

/**
 * A photo's caption, written on the print's white border (rule `photos.caption`). It accepts no more letters than
 * allowed and counts down from the first one. Without scripts the server counts.
 * @param label names the field
 * @param errorId the element with its error
 */
export function CaptionField({
  name = 'caption',
  form,
  label,
  defaultValue = '',
  errorId,
  onChange,
}: {
  /** Null for a caption that no form sends. */
  name?: string | null;
  /** The id of the form, if the field is outside of it. */
  form?: string;
  label: string;
  defaultValue?: string;
  errorId?: string;
  onChange?: (text: string) => void;
}) {
  const { t } = useTranslation('event');
  const [text, setText] = useState(defaultValue);
  const take = (value: string) => {
    setText(value);
    onChange?.(value);
  };
  return (
    <span className="flex min-h-touch items-center gap-2 border-0 border-b-[1.5px] border-dashed border-edge">
      <input
        className="min-h-touch w-0 min-w-0 flex-1 border-0 bg-transparent px-1 text-base text-ink placeholder:text-ink-soft"
        name={name ?? undefined}
        form={form}
        value={text}
        placeholder={t('caption.placeholder')}
        aria-label={label}
        aria-invalid={errorId !== undefined || undefined}
        aria-describedby={errorId}
        autoComplete="off"
        enterKeyHint="done"
        dir="auto"
        onChange={({ currentTarget, nativeEvent }) => {
          // A letter that is being composed may become shorter.
          const isComposing = (nativeEvent as InputEvent).isComposing;
          take(isComposing ? currentTarget.value : cutCaption(currentTarget.value));
        }}
        onCompositionEnd={({ currentTarget }) => take(cutCaption(currentTarget.value))}
      />
      {text !== '' && (
        <span className="flex-none text-xs text-ink-soft tabular-nums">
          {t('caption.left', { count: Math.max(0, lettersLeft(text)) })}
        </span>
      )}
    </span>
  );
}
