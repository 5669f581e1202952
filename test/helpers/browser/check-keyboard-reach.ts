import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses Tab until the focus returns to its start. Asserts that all controls were reached and showed their focus. With a
 * `dialog`, which must have the focus, these are its controls, and the focus must not leave it.
 */
export async function checkKeyboardReach(page: Page, dialog?: Locator): Promise<void> {
  const isDialog = dialog !== undefined;
  await page.evaluate((keepsFocus) => {
    const focused = document.activeElement;
    if (!keepsFocus && focused instanceof HTMLElement) focused.blur();
    Reflect.set(globalThis, 'reached', new Set<Element>());
    Reflect.set(globalThis, 'ringed', new Set<Element>());
  }, isDialog);
  const maxPresses = 150;
  let hasReturned = false;
  for (let presses = 0; presses < maxPresses && !hasReturned; presses++) {
    await page.keyboard.press('Tab');
    hasReturned = await page.evaluate(async (canHaveOneControl) => {
      // The elements at both ends of a dialog pass the focus on in the next frame.
      while (document.activeElement?.matches('[data-base-ui-focus-guard]'))
        await new Promise((resolve) => requestAnimationFrame(resolve));
      const reached = Reflect.get(globalThis, 'reached') as Set<Element>; // both set above
      const ringed = Reflect.get(globalThis, 'ringed') as Set<Element>;
      const focused = document.activeElement ?? document.body;
      const [first] = reached;
      // A date field has several Tab stops.
      if (focused === first && (reached.size > 1 || canHaveOneControl)) return true;
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
    }, isDialog);
  }
  expect(hasReturned, 'the focus returns to the first control').toBe(true);
  const { unreached, unseen, outside } = await (dialog ?? page.locator('body')).evaluate((root) => {
    const reached = Reflect.get(globalThis, 'reached') as Set<Element>;
    const ringed = Reflect.get(globalThis, 'ringed') as Set<Element>;
    const controls = root.querySelectorAll<HTMLElement>(
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
      // A field that is the only control of a dialog always has the focus; its caret is enough.
      unseen: [...reached]
        .filter((element) => element !== document.body && !ringed.has(element))
        .filter((element) => !(reached.size === 1 && element.matches('input') && root !== document.body))
        .map((element) => element.outerHTML.slice(0, 160)),
      outside: [...reached]
        // Nothing is outside the page, but a toast can have disappeared from it.
        .filter((element) => root !== document.body && !root.contains(element))
        .map((element) => element.outerHTML.slice(0, 160)),
    };
  });
  expect(outside, 'outside the dialog').toEqual([]);
  expect(unreached).toEqual([]);
  expect(unseen, 'controls without a visible focus').toEqual([]);
}
