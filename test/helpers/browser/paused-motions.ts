import { vi } from 'vitest';

/** Stops motions at their start, so that a test can see them. */
export function pauseMotions(): void {
  const { animate } = Element.prototype;
  vi.spyOn(Element.prototype, 'animate').mockImplementation(function (this: Element, ...args) {
    const animation = animate.apply(this, args);
    animation.pause();
    return animation;
  });
}

/** As if the system reduced motion. */
export function reduceMotion(): void {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    query.includes('reduced-motion') ? matchMedia('all') : matchMedia.call(window, query),
  );
}

/** Returns the moving elements with the distance in pixels from which they come, in the order of the document. */
export function listMovingElements(
  elements: readonly Element[],
): readonly (readonly [text: string, offsetPx: number])[] {
  return elements.flatMap((element) => {
    const [motion] = element.getAnimations();
    if (!motion) return [];
    return [[element.textContent, new DOMMatrix(getComputedStyle(element).transform).m42] as const];
  });
}
