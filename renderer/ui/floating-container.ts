/** The container of menus and tooltips: the main landmark, because assistive technology expects all content in landmarks. */
export const floatingContainer = {
  get current(): HTMLElement | null {
    return document.querySelector('main');
  },
};
