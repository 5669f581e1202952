import type { Locator } from '@playwright/test';

/**
 * Returns the controls in an element that cannot be clicked even after scrolling, because they are cut off or covered, and
 * everything in it that scrolls sideways, and says if the page itself can scroll.
 */
export function findUnreachableControls(within: Locator): Promise<string[]> {
  return within.evaluate((root) => {
    const describe = (element: Element) =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)}`;
    const controls = root.querySelectorAll<HTMLElement>(
      'button, a[href]:not([href="#content"]), input, select, textarea, summary, [role="tab"], [role="switch"], [role="slider"], [role="option"]',
    );
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[aria-hidden="true"], [inert], .sr-only, [data-toast]') === null &&
      !element.matches(':disabled, [type="file"]') &&
      element.getBoundingClientRect().width > 2;
    const unreachable = [...controls].filter(isShown).flatMap((element) => {
      element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const name = describe(element);
      if (left < -0.5 || right > innerWidth + 0.5) return [`${name}: beyond the window, ${left} to ${right}`];
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isHit =
        hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) || hit.contains(element));
      return isHit ? [] : [`${name}: covered by ${hit ? describe(hit) : 'nothing'}`];
    });
    const wide = [root, ...root.querySelectorAll('*')]
      .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX))
      .filter((element) => element.checkVisibility() && element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${describe(element)}: ${element.scrollWidth - element.clientWidth} pixels too wide`);
    const { scrollHeight, clientHeight } = document.documentElement;
    const long = scrollHeight > clientHeight ? [`the page: ${scrollHeight - clientHeight} pixels too long`] : [];
    return [...unreachable, ...wide, ...long];
  });
}
