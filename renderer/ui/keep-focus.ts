/** An element that had the focus, followed by its focusable ancestors. */
type FocusPath = { readonly elements: readonly HTMLElement[]; readonly isInDialog: boolean };

/** A dialog can hold the focus for a few elements before it closes. */
const maxPaths = 30;

/**
 * Keeps the focus near a focused element that is removed, such as the button of a row that disappears when it is pressed: focuses
 * its nearest ancestor that remains. If a whole dialog is removed, the same for the element that had the focus before it. The
 * browser would focus nothing, so that Tab starts again at the top of the window and Esc closes no panel.
 */
export function keepFocus(root: HTMLElement): void {
  let paths: readonly FocusPath[] = [];
  root.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const remaining = paths.map(({ elements, isInDialog }) => ({
      elements: elements.filter(({ isConnected }) => isConnected),
      isInDialog,
    }));
    paths = [findPath(target, root), ...remaining].slice(0, maxPaths);
  });
  new MutationObserver(() => {
    const [latest] = paths;
    if (!latest || latest.elements[0]?.isConnected !== false || document.activeElement !== document.body) return;
    const candidates = latest.isInDialog ? paths.flatMap(({ elements }) => elements) : latest.elements;
    candidates.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}

function findPath(target: HTMLElement, root: HTMLElement): FocusPath {
  const elements = [target];
  for (let element = target.parentElement; element && element !== root; element = element.parentElement)
    if (element.hasAttribute('tabindex')) elements.push(element);
  return { elements, isInDialog: target.closest('[role="dialog"], [role="alertdialog"]') !== null };
}
