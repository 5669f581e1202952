/** An element that had the focus, with what can take the focus in its place. */
type FocusPath = {
  readonly target: HTMLElement;
  /** The items before and after its item of a list, and its position among the controls of the item. */
  readonly neighbors: readonly Element[];
  readonly controlIndex: number;
  /** Its focusable ancestors, the nearest first. */
  readonly ancestors: readonly HTMLElement[];
  /** Whether it is in a dialog or a toast, which the user leaves for the element that had the focus before. */
  readonly isInPopup: boolean;
};

/** A dialog can hold the focus for a few elements before it closes. */
const maxPaths = 30;

const controls = 'button, a[href], input, textarea';

/**
 * Keeps the focus near a focused element that is removed, such as the button of an item that disappears when it is pressed:
 * focuses the same control of the item that takes the place, or else the nearest ancestor that remains. If a dialog or a toast is
 * removed, the same for the element that had the focus before it. The browser would focus nothing, so that Tab starts again at
 * the top of the window and Esc closes no panel.
 */
export function keepFocus(root: HTMLElement): void {
  let paths: readonly FocusPath[] = [];
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) paths = [findPath(target, root), ...paths].slice(0, maxPaths);
  });
  new MutationObserver(() => {
    const [latest] = paths;
    if (!latest || latest.target.isConnected || document.activeElement !== document.body) return;
    for (const path of latest.isInPopup ? paths : [latest]) {
      const next = findNext(path);
      if (next) return next.focus({ preventScroll: true });
    }
  }).observe(root, { childList: true, subtree: true });
}

function findPath(target: HTMLElement, root: HTMLElement): FocusPath {
  const item = target.closest('li');
  const ancestors: HTMLElement[] = [];
  const isInToast = target.closest('[data-toast]') !== null; // their list is not a place to go on from
  for (let element = target.parentElement; element && element !== root; element = element.parentElement)
    if (element.hasAttribute('tabindex') && !isInToast) ancestors.push(element);
  return {
    target,
    neighbors: [item?.nextElementSibling, item?.previousElementSibling].filter(
      (neighbor) => neighbor instanceof Element,
    ),
    controlIndex: item ? [...item.querySelectorAll(controls)].indexOf(target) : -1,
    ancestors,
    isInPopup: isInToast || target.closest('[role="dialog"], [role="alertdialog"]') !== null,
  };
}

function findNext({ target, neighbors, controlIndex, ancestors }: FocusPath): HTMLElement | undefined {
  if (target.isConnected) return target;
  const neighbor = neighbors.find(({ isConnected }) => isConnected);
  const control = neighbor?.querySelectorAll<HTMLElement>(controls)[controlIndex];
  return control ?? ancestors.find(({ isConnected }) => isConnected);
}
