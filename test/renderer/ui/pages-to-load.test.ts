import { expect, it } from 'vitest';
import { getPagesToLoad } from '../../../renderer/ui/pages-to-load.ts';

it('asks for the pages in sight and the next one before it is reached', () => {
  expect(getPagesToLoad(0, 30)).toEqual([0]);
  expect(getPagesToLoad(30, 61)).toEqual([0, 1]);
  expect(getPagesToLoad(150, 160)).toEqual([1, 2]);
  expect(getPagesToLoad(99_950, 99_999)).toEqual([999, 1000]);
});
