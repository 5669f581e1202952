const hiddenGuards = '[data-base-ui-focus-guard][aria-hidden]';

/**
 * Base UI puts focusable elements around menus and popovers that pass the focus on. It hides them from assistive technology,
 * which must not be told to ignore an element that takes the focus.
 */
export function exposeFocusGuards(root: HTMLElement): void {
  new MutationObserver((mutations) => {
    if (mutations.every(({ addedNodes }) => addedNodes.length === 0)) return;
    for (const guard of root.querySelectorAll(hiddenGuards)) guard.removeAttribute('aria-hidden');
  }).observe(root, { childList: true, subtree: true });
}
