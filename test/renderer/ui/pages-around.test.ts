import { expect, it } from 'vitest';
import { pagesAround } from '../../../renderer/ui/pages-around.ts';

it('asks for the pages in sight and the next one before it is reached', () => {
  expect(pagesAround(0, 30)).toEqual([0]);
  expect(pagesAround(30, 61)).toEqual([0, 1]);
  expect(pagesAround(150, 160)).toEqual([1, 2]);
  expect(pagesAround(99_950, 99_999)).toEqual([999, 1000]);
});
