import { describe, expect, it } from 'vitest';
import { findPassage } from '../../../../../renderer/features/knowledge/pdf-page/find-passage.ts';
import { startProcessorTimer } from '../../../../helpers/processes/start-processor-timer.ts';

/** Returns the texts of the ranges that are found. */
function find(items: readonly string[], passage: string) {
  const { match, ranges } = findPassage(items, passage);
  return { match, texts: ranges.map(({ item, start, end }) => items[item]?.slice(start, end)) };
}

describe('findPassage', () => {
  it('finds a passage across items and line ends, whatever their spaces and case', () => {
    const items = [
      'Hours and fees. ',
      'Lockers cost 5 dollars',
      'a day, and re-',
      'turning late is',
      ' $9.50.',
      'Next.',
    ];
    expect(find(items, 'lockers cost 5 dollars a day, and returning late\nis $9.50.')).toEqual({
      match: 'whole',
      texts: ['Lockers cost 5 dollars', 'a day, and re-', 'turning late is', '$9.50.'],
    });
  });

  it('compares ligatures, accents and letters that are drawn one by one', () => {
    expect(find(['The oﬃce of ', 'R', 'e', 'n', 'é', ' is open.'], 'The office of René is open.')).toEqual({
      match: 'whole',
      texts: ['The oﬃce of', 'R', 'e', 'n', 'é', 'is open.'],
    });
  });

  it('finds the parts of a passage in another order', () => {
    const items = ['Fiber 300 for families', '$49.00 per month', 'Fiber 500 for studios', '$59.00 per month'];
    const passage = 'Fiber 500 for studios\t$59.00 per month\nFiber 300 for families\t$49.00 per month';
    expect(find(items, passage)).toMatchObject({ match: 'whole' });
    expect(find(items, passage).texts.toSorted()).toEqual(items.toSorted());
  });

  it('marks the part of a passage that is on the page', () => {
    const passage = 'Plan\tPrice per month\nThe largest plan is Fiber 2000.';
    expect(find(['The largest plan is', 'Fiber 2000.'], passage)).toEqual({
      match: 'part',
      texts: ['The largest plan is', 'Fiber 2000.'],
    });
  });

  it('finds nothing by chance, in an empty page, and for a passage without letters', () => {
    expect(find(['You can pay the fee by card.'], 'You can return the lamp at any time.')).toEqual({
      match: 'none',
      texts: [],
    });
    expect(find([], 'Lockers cost 5 dollars.')).toEqual({ match: 'none', texts: [] });
    expect(find(['– – –'], '—')).toEqual({ match: 'none', texts: [] });
  });

  it('takes little time for a page and a passage that repeat one letter', () => {
    const readMs = startProcessorTimer();
    expect(findPassage(['a'.repeat(500_000)], `${'a'.repeat(7_000)}b`).match).toBe('whole');
    expect(readMs()).toBeLessThan(5_000);
  });
});
