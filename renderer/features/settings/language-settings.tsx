import { bridge, isMac } from '../../data/bridge.ts';
import { locale } from '../../format/locale.ts';
import { onOffOptions, SegmentedSetting } from '../../ui/fields/segmented-setting.tsx';
import { useChangeSettings, useSettings } from '../../data/settings-query.ts';

const numberFormatter = new Intl.NumberFormat(locale);
const dateTimeFormatter = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });

/** An afternoon time and a number with separators and decimals, so that the example shows the conventions of the locale. */
const example = { at: new Date(2026, 2, 12, 14, 5), number: 1_234_567.89 } as const;

/** Shows the locale of numbers and dates with an example, and turns the check of spelling on and off. */
export function LanguageSettings() {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <p>
          Numbers and dates use the system locale: <span className="font-medium">{name}</span>.
        </p>
        <p className="text-muted select-text">
          {numberFormatter.format(example.number)} · {dateTimeFormatter.format(example.at)}
        </p>
      </div>
      {bridge.checksSpelling && <SpellingSetting />}
    </div>
  );
}

function SpellingSetting() {
  const { spelling } = useSettings();
  const change = useChangeSettings();
  const isEnglishOnly = bridge.host === 'electron' && !isMac;
  return (
    <SegmentedSetting
      label="Check spelling"
      note={isEnglishOnly ? 'Checks English text on this computer, without a network.' : undefined}
      value={spelling}
      options={onOffOptions}
      onChange={(next) => change({ spelling: next })}
    />
  );
}
