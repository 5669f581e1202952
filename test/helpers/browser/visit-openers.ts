import { expect, type Locator, type Page } from '@playwright/test';
import { checkKeyboardReach } from './check-keyboard-reach.ts';
import { expectNoViolations } from './expect-no-violations.ts';
import { listOpeners } from './list-openers.ts';

export type OpenerVisit = {
  /** The file and the component, as `listOpeners` names them. */
  readonly from: string;
  /** Has the focus before the element opens and after it closes. */
  readonly opener: Locator;
  /** The element that opens. */
  readonly element: Locator;
  /** Opens the element. By default, Enter on the opener does. */
  readonly open?: () => Promise<void>;
  /** Runs while the element is open, for its other states and the elements that it opens. */
  readonly whileOpen?: () => Promise<void>;
  /** Closes the element. By default, Esc does. */
  readonly close?: () => Promise<void>;
};

/** Opens the elements of the window with the keyboard, and checks each. Remembers which it has opened. */
export function createOpenerWalk(getPage: () => Page) {
  const visited = new Map<string, Set<string>>();
  /** All elements of one component treat the rest of the page the same way, so the first one is checked with the page. */
  const checkedWithPage = new Set<string>();
  const remember = (from: string, name: string) => visited.set(from, (visited.get(from) ?? new Set()).add(name));
  return {
    /**
     * Opens an element, and asserts that no rule of axe is broken in either theme, that it takes the focus, shows it and
     * keeps it, and that Esc closes it and returns the focus to the opener.
     */
    visit: async (name: string, { from, opener, element, open, whileOpen, close }: OpenerVisit): Promise<void> => {
      const page = getPage();
      remember(from, name);
      await opener.focus();
      await (open ? open() : page.keyboard.press('Enter'));
      await expect(element, name).toBeVisible();
      const component = from.split(' ')[1] ?? from;
      await expectNoViolations(page, name, checkedWithPage.has(component) ? element : undefined);
      checkedWithPage.add(component);
      await checkFocus(page, name, { from, element });
      await whileOpen?.();
      await (close ? close() : page.keyboard.press('Escape'));
      await expect(element, name).toBeHidden();
      await expect(opener, `the opener of ${name}`).toBeFocused();
    },
    /** Asserts that every element that the window can open has been visited. */
    expectComplete: (): void => {
      const counts = Object.fromEntries([...visited].map(([from, names]) => [from, names.size]));
      expect(counts, 'the visits of this test, and the elements in the source of the window').toEqual(listOpeners());
    },
  };
}

type OpenElement = Pick<OpenerVisit, 'from' | 'element'>;

async function checkFocus(page: Page, name: string, { from, element }: OpenElement): Promise<void> {
  const hasFocus = () =>
    element.evaluate((root) => {
      const focused = document.activeElement;
      // The items of a list of suggestions are highlighted while the focus stays in the field.
      return root.contains(focused) || focused?.getAttribute('aria-controls') === root.id;
    });
  await expect.poll(hasFocus, { message: `${name} has the focus` }).toBe(true);
  if (/Dialog/.test(from)) return checkKeyboardReach(page, element);
  const role = await element.getAttribute('role');
  if (role !== 'menu' && role !== 'listbox') return;
  await page.keyboard.press('ArrowDown');
  const isHighlighted = () =>
    element.evaluate((root) => {
      const field = document.activeElement;
      const focused = document.getElementById(field?.getAttribute('aria-activedescendant') ?? '') ?? field;
      const isItem = focused !== null && focused !== root && root.contains(focused);
      return isItem && getComputedStyle(focused).backgroundColor !== getComputedStyle(root).backgroundColor;
    });
  await expect.poll(isHighlighted, { message: `${name} shows the focused item` }).toBe(true);
}

export type VisitOpener = ReturnType<typeof createOpenerWalk>['visit'];
