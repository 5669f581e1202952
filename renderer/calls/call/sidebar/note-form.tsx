import { useRef, useState, type RefObject } from 'react';
import { limits } from '../../../../shared/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/field.tsx';
import { useDraftText } from '../use-draft-text.ts';

type NoteFormProps = {
  readonly label: string;
  readonly submitLabel: string;
  /** Where what is not sent yet is found again; without it, it goes with the form. */
  readonly draftKey?: string;
  readonly text?: string;
  readonly disabledReason?: string | null;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly onFocus?: () => void;
  /** False keeps what was typed. */
  readonly onSubmit: (text: string) => Promise<boolean>;
  readonly onCancel?: () => void;
};

/** A note being written: Enter keeps it, Shift and Enter begins another line, Esc leaves it. */
export function NoteForm(props: NoteFormProps) {
  const {
    label,
    submitLabel,
    draftKey = null,
    text: before = '',
    disabledReason = null,
    field,
    onFocus,
    onSubmit,
    onCancel,
  } = props;
  const [text, setText, forgetText] = useDraftText(draftKey, before);
  const form = useRef<HTMLFormElement>(null);
  const [isBusy, setBusy] = useState(false);
  const reason = disabledReason ?? (text.trim() === '' ? 'Write something first.' : null);
  const submit = async () => {
    if (reason !== null || isBusy) return;
    setBusy(true);
    if (await onSubmit(text.trim())) {
      forgetText(text);
      const focused = document.activeElement;
      if (focused instanceof HTMLElement && form.current?.contains(focused)) focused.blur(); // the keys are the player's again
    }
    setBusy(false);
  };
  return (
    <form
      ref={form}
      className="flex flex-col gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        rows={2}
        value={text}
        readOnly={disabledReason !== null}
        maxLength={limits.noteLength}
        onFocus={onFocus}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            event.currentTarget.blur();
            onCancel?.();
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
        className={classNames(inputClass, 'field-sizing-content h-auto! max-h-40 min-h-13 resize-none py-1.5')}
      />
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button size="small" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="small" disabledReason={reason} aria-busy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
