import { expect, it } from 'vitest';
import { getPagesToLoad } from '../../../../renderer/ui/tables/use-visible-pages.ts';

it('loads the visible pages and the next one before it becomes visible', () => {
  expect(getPagesToLoad(0, 30)).toEqual([0]);
  expect(getPagesToLoad(30, 61)).toEqual([0, 1]);
  expect(getPagesToLoad(150, 160)).toEqual([1, 2]);
  expect(getPagesToLoad(99_950, 99_999)).toEqual([999, 1000]);
});
