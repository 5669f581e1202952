import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { isEventInside } from '../focus/is-event-inside.ts';
import { DialogActions } from './dialog.tsx';

type DialogFormProps = {
  readonly children?: ReactNode;
  readonly submitLabel: string;
  readonly submitVariant?: 'primary' | 'danger';
  /** Why the form cannot be submitted now. */
  readonly disabledReason?: string | null;
  /** A message about the form as a whole. */
  readonly failure?: string | null | undefined;
  readonly isBusy?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
};

/**
 * The fields of a dialog with its buttons, Cancel and the action. A field that is refused takes the focus. Ctrl+Enter or Cmd+Enter submits
 * from every field.
 */
export function DialogForm(props: DialogFormProps) {
  const {
    children,
    submitLabel,
    submitVariant = 'primary',
    disabledReason,
    failure,
    isBusy,
    onSubmit,
    onClose,
  } = props;
  const form = useRef<HTMLFormElement>(null);
  /** Whether nothing was changed since the last submission. */
  const isSubmitted = useRef(false);
  useEffect(() => {
    const refused = isSubmitted.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!refused) return;
    isSubmitted.current = false;
    refused.focus();
  });
  return (
    // Ctrl+Enter and Cmd+Enter bubble up here from every field.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        // A text that the field of a list could not add would be lost.
        const notAdded = event.currentTarget.querySelector<HTMLElement>('[data-not-added]');
        if (notAdded) return notAdded.focus();
        isSubmitted.current = true;
        onSubmit();
      }}
      onChange={() => (isSubmitted.current = false)}
      onKeyDown={(event) => {
        if (!isEventInside(event) || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]')?.click();
      }}
    >
      {children}
      {failure && (
        <p role="alert" className="text-bad">
          {failure}
        </p>
      )}
      <DialogActions>
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant={submitVariant} size="large" disabledReason={disabledReason} aria-busy={isBusy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
