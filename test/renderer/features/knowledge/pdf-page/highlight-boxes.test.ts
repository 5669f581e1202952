import { expect, it } from 'vitest';
import { toHighlightBoxes } from '../../../../../renderer/features/knowledge/pdf-page/highlight-boxes.ts';

/** A page of 200 × 400 points, whose origin is at the lower left. */
const view = { width: 200, height: 400, transform: [1, 0, 0, -1, 0, 400] };

const createText = (str: string, x: number, y: number, transform = [10, 0, 0, 10, x, y]) => ({
  str,
  transform,
  width: str.length * 5,
  height: 10,
});

it('covers a part of a line, from its descent to its top', () => {
  const [box] = toHighlightBoxes([createText('0123456789', 50, 300)], [{ item: 0, start: 2, end: 6 }], view);
  expect(box?.left).toBeCloseTo(0.3);
  expect(box?.width).toBeCloseTo(0.1);
  expect(box?.top).toBeCloseTo((100 - 7.8) / 400);
  expect(box?.height).toBeCloseTo(10 / 400);
});

it('joins the words of a line, and keeps lines and columns apart', () => {
  const items = [createText('one', 20, 300), createText('two', 38, 300), createText('far', 120, 300)];
  const ranges = [0, 1, 2, 3].map((item) => ({ item, start: 0, end: 3 }));
  const boxes = toHighlightBoxes([...items, createText('low', 20, 285)], ranges, view);
  expect(boxes.map(({ left, width }) => [left * 200, width * 200].map(Math.round))).toEqual([
    [20, 33],
    [120, 15],
    [20, 15],
  ]);
});

it('covers text that is rotated', () => {
  const upward = createText('0123456789', 100, 200, [0, 10, -10, 0, 100, 200]);
  const [box] = toHighlightBoxes([upward], [{ item: 0, start: 0, end: 10 }], view);
  expect(box?.width).toBeCloseTo(10 / 200);
  expect(box?.height).toBeCloseTo(50 / 400);
  expect(box?.top).toBeCloseTo(150 / 400);
});

it('skips ranges of texts that do not exist', () => {
  expect(toHighlightBoxes([], [{ item: 3, start: 0, end: 1 }], view)).toEqual([]);
});
