import type { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';

/** Asserts that axe finds nothing at a place; what it finds is told with where it stands. */
export async function expectNoViolations(axe: AxeBuilder, place: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    at: nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  }));
  expect(found, place).toEqual([]);
}
