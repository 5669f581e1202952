import { expect, type Page } from '@playwright/test';
import { waitForView } from './wait-for-view.ts';

export type PressedView = {
  /** The heading of the view. */
  readonly title: string;
  readonly hash: string;
  /** Controls that earlier visits have pressed, by where they are and their name. This visit adds its own. */
  readonly pressedBefore: Set<string>;
};

/** Limits the controls that are pressed in panels, dialogs and menus which a control opens. */
const maxFollowed = 20;

/** More than any view has; a control whose name changes with every press would be pressed forever. */
const maxPresses = 120;

const kinds = ':is(button, input[type="radio"], [role="switch"], [role="radio"], [role^="menuitem"])';
const usable = ':not([aria-disabled="true"]):not(:disabled)';

/**
 * Skips all rows of a table and all turns of a transcript but the first, sorting, and the player and notifications that stay
 * in other views: they need no permission.
 */
const skipped =
  ':not(thead *, tr[data-row]:not([data-row="0"]) *, [aria-label="Turns"] > :not(:first-child) *)' +
  ':not([aria-label="Player"] *, [data-toast] [aria-label="Dismiss"])';

const opened = ':is(section[aria-label], [role="dialog"], [role="alertdialog"], [role="menu"])';

/** Counts the requests that are running, for `pressControls`. Call it before the page loads. */
export async function countRunningRequests(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = globalThis.fetch;
    let running = 0;
    Reflect.set(globalThis, 'hasRunningRequests', () => running > 0);
    globalThis.fetch = async (...request) => {
      running += 1;
      try {
        return await send(...request);
      } finally {
        running -= 1;
      }
    };
  });
}

/**
 * Presses every enabled control of a view, then every control of the panels, dialogs and menus that open. Returns how many it
 * pressed. Needs `countRunningRequests` first.
 */
export async function pressControls(page: Page, { title, hash, pressedBefore }: PressedView): Promise<number> {
  await page.evaluate((to) => (location.hash = to), hash);
  const heading = page.getByRole('heading', { name: title, level: 1, exact: true });
  await expect
    .poll(async () => {
      await closeDialogs(page);
      return heading.isVisible();
    })
    .toBe(true);
  await waitForView(page, title);
  const selectors = {
    view: `#content ${kinds}${skipped}${usable}`,
    opened,
    inOpened: `${opened} ${kinds}${skipped}${usable}`,
  };
  const pressed = await page.evaluate(pressInPage, {
    title,
    hash,
    selectors,
    pressedBefore: [...pressedBefore],
    maxFollowed,
    maxPresses,
  });
  for (const key of pressed) pressedBefore.add(key);
  return pressed.length;
}

/** Closes dialogs whose code had not loaded yet when the last view was left. They hide the view. */
async function closeDialogs(page: Page): Promise<void> {
  const dialogs = page.locator(':is([role="dialog"], [role="alertdialog"])');
  for (let open = await dialogs.count(); open > 0; open = await dialogs.count()) {
    await page.keyboard.press('Escape');
    await expect.poll(() => dialogs.count()).toBeLessThan(open);
  }
}

type PressInPageOptions = {
  readonly title: string;
  readonly hash: string;
  readonly selectors: { readonly view: string; readonly opened: string; readonly inOpened: string };
  readonly pressedBefore: readonly string[];
  readonly maxFollowed: number;
  readonly maxPresses: number;
};

/** Runs in the page, because hundreds of clicks from outside would take a minute. */
async function pressInPage({ title, hash, selectors, pressedBefore, ...limits }: PressInPageOptions) {
  const hasRunningRequests = Reflect.get(globalThis, 'hasRunningRequests') as () => boolean; // set by `countRunningRequests`
  const waitForFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const settle = async () => {
    do await waitForFrame();
    while (hasRunningRequests());
  };
  const isLoading = () => document.querySelector('main :is([aria-label^="Loading"], [aria-busy="true"])') !== null;
  const openView = async () => {
    location.hash = hash;
    do await settle();
    while (document.querySelector('h1')?.textContent !== title || isLoading());
  };
  const getName = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;
  const getPlace = (control: Element) => {
    const place = control.closest(selectors.opened);
    return place ? (place.getAttribute('aria-label') ?? place.querySelector('h2')?.textContent ?? place.role) : title;
  };
  const isClosing = (control: Element) => /^(Close|Cancel)/.test(getName(control));
  // By name, because returning to the view renders new elements; without digits, because values and times change.
  const getKey = (control: Element) =>
    `${getPlace(control)} › ${control.getAttribute('role')} ${getName(control).replaceAll(/\d+/g, '#')}`;
  const keys = new Set(pressedBefore);
  const pressed: string[] = [];
  const press = async (selector: string): Promise<boolean> => {
    const controls = [...document.querySelectorAll<HTMLElement>(selector)];
    for (const control of [...controls.filter((one) => !isClosing(one)), ...controls.filter(isClosing)]) {
      const key = getKey(control);
      if (keys.has(key) || !control.checkVisibility()) continue;
      keys.add(key);
      pressed.push(key);
      control.focus();
      control.click();
      await settle();
      return true;
    }
    return false;
  };
  const pressEscape = async () => {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    await settle();
  };
  await settle();
  while (await press(selectors.view)) {
    for (let followed = 0; followed < limits.maxFollowed; followed++) if (!(await press(selectors.inOpened))) break;
    for (let presses = 0; presses < 2; presses++) await pressEscape();
    if (location.hash !== hash) await openView();
    if (pressed.length > limits.maxPresses) throw new Error(`Too many controls at ${hash}.`);
  }
  return pressed;
}
