import { useRef, useState, type RefObject } from 'react';
import { limits } from '../../../../../shared/contract/limits.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { classNames } from '../../../../ui/page/class-names.ts';
import { inputClass } from '../../../../ui/fields/field.tsx';
import { useDraftText } from '../use-draft-text.ts';

type NoteFormProps = {
  readonly label: string;
  readonly submitLabel: string;
  /** Keeps unsent text under this key after the form is closed. */
  readonly draftKey?: string;
  readonly text?: string;
  readonly disabledReason?: string | null;
  readonly field?: RefObject<HTMLTextAreaElement | null>;
  readonly onFocus?: () => void;
  /** Resolves to false to keep the text in the form. */
  readonly onSubmit: (text: string) => Promise<boolean>;
  readonly onCancel?: () => void;
};

/** The form of a note. Enter saves it, Shift+Enter inserts a line break, Esc leaves the field: it cancels an edit and keeps a new text. */
export function NoteForm(props: NoteFormProps) {
  const {
    label,
    submitLabel,
    draftKey = null,
    text: initialText = '',
    disabledReason = null,
    field,
    onFocus,
    onSubmit,
    onCancel,
  } = props;
  const [text, setText, clearSentText] = useDraftText(draftKey, initialText);
  const form = useRef<HTMLFormElement>(null);
  /** Had the focus before the form. */
  const opener = useRef<Element | null>(null);
  const [isBusy, setBusy] = useState(false);
  const reason = disabledReason ?? (text.trim() === '' ? 'Enter a note.' : null);
  const submit = async () => {
    if (reason !== null || isBusy) return;
    setBusy(true);
    if (await onSubmit(text.trim())) {
      clearSentText(text);
      const focused = document.activeElement;
      // Without the focus in a field, the shortcuts control the player again.
      if (focused instanceof HTMLElement && form.current?.contains(focused)) focused.blur();
    }
    setBusy(false);
  };
  const cancel = () => {
    setText(initialText);
    onCancel?.();
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
        data-kept={draftKey === null ? undefined : true}
        aria-label={label}
        placeholder={label}
        rows={2}
        value={text}
        readOnly={disabledReason !== null}
        maxLength={limits.noteLength}
        onFocus={({ relatedTarget }) => {
          if (!form.current?.contains(relatedTarget)) opener.current = relatedTarget;
          onFocus?.();
        }}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            event.currentTarget.blur();
            // A new text stays with its time: the user may listen on before they finish it.
            if (initialText !== '' || text === '') cancel();
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
        className={classNames(inputClass, 'field-sizing-content h-auto! max-h-40 min-h-13 resize-none py-1.5')}
      />
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              cancel();
              if (opener.current instanceof HTMLElement) opener.current.focus();
            }}
          >
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
