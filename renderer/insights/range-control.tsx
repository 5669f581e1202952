import { SegmentedControl } from '../ui/segmented-control.tsx';
import { setInsightRange, useCanUseCycle, useInsightRange } from './insight-period.ts';
import { insightRanges, rangeLabels } from './insights-search.ts';

/** Selects the period of the figures. */
export function RangeControl() {
  const range = useInsightRange((state) => state.range);
  const canUseCycle = useCanUseCycle();
  const ranges = canUseCycle ? insightRanges : insightRanges.filter((value) => value !== 'cycle');
  return (
    <SegmentedControl
      label="Period"
      value={range === 'cycle' && !canUseCycle ? '30' : range}
      options={ranges.map((value) => ({ value, label: rangeLabels[value] }))}
      onChange={setInsightRange}
    />
  );
}
