/** Where menus and tooltips are put: inside the page's main landmark, so that nothing stands outside of all landmarks. */
export const floatingPlace = {
  get current(): HTMLElement | null {
    return document.querySelector('main');
  },
};
