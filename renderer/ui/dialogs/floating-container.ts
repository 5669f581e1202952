import { createContext, use, type RefObject } from 'react';

/** The main landmark, because assistive technology expects all content in landmarks. */
const mainLandmark: RefObject<HTMLElement | null> = {
  get current() {
    return document.querySelector('main');
  },
};

/** A dialog provides an element of its own: it covers the main landmark, and hides it from assistive technology. */
export const FloatingContainer = createContext(mainLandmark);

/** Returns the container of menus, lists and tooltips. They need a fixed position, because a dialog cuts off what overflows it. */
export function useFloatingContainer(): RefObject<HTMLElement | null> {
  return use(FloatingContainer);
}
