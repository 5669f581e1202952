type CsvFileFieldProps = {
  readonly label: string;
  /** Undefined if the user removed the file. */
  readonly onSelect: (file: File | undefined) => void;
};

/** Selects a CSV file. */
export function CsvFileField({ label, onSelect }: CsvFileFieldProps) {
  return (
    <label className="flex flex-col gap-1">
      <span className="font-medium">{label}</span>
      <input
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(event) => onSelect(event.target.files?.[0])}
      />
    </label>
  );
}
