import { SegmentedControl } from '../../ui/fields/segmented-control.tsx';
import { setInsightRange, useCanUseCycle, useInsightRange } from './insight-period.ts';
import { insightRanges, rangeLabels } from './insights-search.ts';

type RangeControlProps = {
  /** Offers a custom period. */
  readonly custom?: {
    readonly isSelected: boolean;
    readonly onSelect: (isCustom: boolean) => void;
  };
};

/** Selects the period of the figures. */
export function RangeControl({ custom }: RangeControlProps) {
  const range = useInsightRange((state) => state.range);
  const canUseCycle = useCanUseCycle();
  const ranges = canUseCycle ? insightRanges : insightRanges.filter((value) => value !== 'cycle');
  const options = ranges.map((value) => ({ value, label: rangeLabels[value] }));
  const selected = range === 'cycle' && !canUseCycle ? '30' : range;
  if (!custom) return <SegmentedControl label="Period" value={selected} options={options} onChange={setInsightRange} />;
  return (
    <SegmentedControl
      label="Period"
      value={custom.isSelected ? 'custom' : selected}
      options={[...options, { value: 'custom' as const, label: 'Custom' }]}
      onChange={(value) => {
        if (value !== 'custom') setInsightRange(value);
        custom.onSelect(value === 'custom');
      }}
    />
  );
}
