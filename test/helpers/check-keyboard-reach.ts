import { expect, type Page } from '@playwright/test';

/** Presses Tab until the focus returns to its start. Asserts that all controls were reached and showed their focus. */
export async function checkKeyboardReach(page: Page): Promise<void> {
  await page.evaluate(() => {
    const focused = document.activeElement;
    if (focused instanceof HTMLElement) focused.blur();
    Reflect.set(globalThis, 'reached', new Set<Element>());
    Reflect.set(globalThis, 'ringed', new Set<Element>());
  });
  const maxPresses = 150;
  let hasReturned = false;
  for (let presses = 0; presses < maxPresses && !hasReturned; presses++) {
    await page.keyboard.press('Tab');
    hasReturned = await page.evaluate(() => {
      const reached = Reflect.get(globalThis, 'reached') as Set<Element>; // both set above
      const ringed = Reflect.get(globalThis, 'ringed') as Set<Element>;
      const focused = document.activeElement ?? document.body;
      const [first] = reached;
      // A date field has several Tab stops.
      if (focused === first && reached.size > 1) return true;
      reached.add(focused);
      // The focus ring can be drawn around a whole row, or by an ancestor of a field.
      const styles = [
        getComputedStyle(focused),
        getComputedStyle(focused, '::after'),
        ...[focused.parentElement, focused.parentElement?.parentElement].map(
          (around) => around && getComputedStyle(around),
        ),
      ];
      if (styles.some((style) => style && style.outlineStyle !== 'none')) ringed.add(focused);
      return false;
    });
  }
  expect(hasReturned, 'the focus returns to the first control').toBe(true);
  const { unreached, unseen } = await page.evaluate(() => {
    const reached = Reflect.get(globalThis, 'reached') as Set<Element>;
    const ringed = Reflect.get(globalThis, 'ringed') as Set<Element>;
    const controls = document.querySelectorAll<HTMLElement>(
      'button, a[href], input, select, textarea, summary, audio[controls], [role="button"], [role="tab"], [role="switch"], [role="radio"], [role="slider"]',
    );
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"], [inert]') === null &&
      !element.matches(':disabled, [type="file"]');
    /** Returns whether the element belongs to a group with one Tab stop, whose other elements are reached by arrow keys. */
    const isOfReachedGroup = (element: HTMLElement) => {
      const group = element.closest('table, [role="radiogroup"], [role="group"], [role="tablist"], [role="toolbar"]');
      const isOne = element.tabIndex < 0 || element.matches('tr[data-row] th button');
      return isOne && group !== null && [...reached].some((other) => group.contains(other));
    };
    return {
      unreached: [...controls]
        .filter((element) => isShown(element) && !reached.has(element) && !isOfReachedGroup(element))
        .map((element) => `${element.textContent} ${element.outerHTML.slice(0, 120)}`),
      unseen: [...reached]
        .filter((element) => element !== document.body && !ringed.has(element))
        .map((element) => element.outerHTML.slice(0, 160)),
    };
  });
  expect(unreached).toEqual([]);
  expect(unseen, 'controls without a visible focus').toEqual([]);
}
