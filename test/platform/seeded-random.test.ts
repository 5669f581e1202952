import { expect, test } from 'vitest';
import { createRandom } from '../../electron/service/platform/seeded-random.ts';

const draw = (seed: string, count = 8) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.next());
};

test('returns the same numbers for the same seed and different ones for another seed', () => {
  expect(draw('call_1')).toEqual(draw('call_1'));
  expect(draw('call_1')).not.toEqual(draw('call_2'));
});

test('is the same on every machine and in every version', () => {
  expect(draw('call_1', 3).map((value) => value.toFixed(6))).toEqual(['0.281005', '0.121818', '0.018919']);
});

test('is evenly distributed, also over similar seeds', () => {
  const bins = Array.from({ length: 10 }, () => 0);
  for (let at = 0; at < 10_000; at += 1) {
    const bin = Math.floor(createRandom(`call_${at}`).split('persona').next() * 10);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  expect(Math.min(...bins)).toBeGreaterThan(850);
  expect(Math.max(...bins)).toBeLessThan(1150);
});

test('a split generator does not change the numbers of the original', () => {
  const plain = createRandom('a');
  const disturbed = createRandom('a');
  disturbed.split('other').next();
  expect(disturbed.next()).toBe(plain.next());
  expect(createRandom('a').split('x').next()).not.toBe(createRandom('a').split('y').next());
});

test('a picker returns every item before it repeats one', () => {
  const pick = createRandom('picker').createPicker(['a', 'b', 'c', 'd']);
  expect(new Set([pick(), pick(), pick(), pick()]).size).toBe(4);
});

test('shuffle keeps every item, and pick returns one of the list', () => {
  const random = createRandom('x');
  expect([...random.shuffle([1, 2, 3, 4, 5])].toSorted()).toEqual([1, 2, 3, 4, 5]);
  for (let at = 0; at < 100; at += 1) expect([1, 2, 3]).toContain(random.pick([1, 2, 3]));
  expect(() => random.pick([])).toThrow('The list to pick from is empty');
});
