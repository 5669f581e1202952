import { expect, test } from 'vitest';
import { createSampleMetadata } from '../../../renderer/format/sample-metadata.ts';

test('placeholders get sample values that can be spoken', () => {
  expect(createSampleMetadata(['first_name', 'visit_date', 'visit_window', 'time', 'internet_plan'])).toEqual({
    first_name: 'Wilhelmina',
    visit_date: 'Tuesday',
    visit_window: '2 and 4 pm',
    time: '2 pm',
    internet_plan: 'internet plan',
  });
});
