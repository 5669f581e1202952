/** Where menus and tooltips are put: inside the page's main landmark, so that nothing stands outside of all landmarks. */
export const floatingContainer = {
  get current(): HTMLElement | null {
    return document.querySelector('main');
  },
};
