import { expect, test } from 'vitest';
import { labelTicks } from '../../../../renderer/features/billing/create-day-chart.ts';

test('the axis names the month at its start and where it changes', () => {
  const day = (label: string, month: string) => ({ label, labelWithMonth: `${label} ${month}` });
  const days = [day('25', 'Oct'), day('30', 'Oct'), day('4', 'Nov'), day('9', 'Nov')];
  expect(labelTicks(days)).toEqual(['25 Oct', '30', '4 Nov', '9']);
  expect(labelTicks([])).toEqual([]);
});
