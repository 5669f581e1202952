type InlineCheckboxProps = {
  readonly label: string;
  /** Names the item that the checkbox belongs to. */
  readonly of: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

/** A checkbox in a line of a list. */
export function InlineCheckbox({ label, of, checked, onChange }: InlineCheckboxProps) {
  return (
    <label className="flex h-7 shrink-0 items-center gap-1.5 text-small text-muted">
      <input
        type="checkbox"
        aria-label={`${label}: ${of}`}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-3.5 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
