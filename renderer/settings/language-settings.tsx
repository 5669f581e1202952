import { formatFullDateTime, formatFullNumber } from '../format/format-example.ts';
import { locale } from '../format/locale.ts';

/** A time after noon and a number with everything in it, so that each habit shows. */
const example = { at: new Date(2026, 2, 12, 14, 5), number: 1_234_567.89 } as const;

/** In which language numbers and dates are written, by an example. */
export function LanguageSettings() {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
  return (
    <div className="flex flex-col gap-1">
      <p>
        Numbers and dates follow the system: <span className="font-medium">{name}</span>.
      </p>
      <p className="text-muted select-text">
        {formatFullNumber(example.number)} · {formatFullDateTime(example.at)}
      </p>
    </div>
  );
}
