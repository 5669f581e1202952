/**
 * Turns the style element in wavesurfer's shadow root into an adopted sheet. A page whose policy forbids inline styles
 * would refuse the element as soon as it is in the page, and takes the sheet: so this must come before.
 */
export function adoptStyles(container: HTMLElement): void {
  const shadow = container.firstElementChild?.shadowRoot;
  const style = shadow?.querySelector('style');
  if (!shadow || !style) throw new Error('The waveform has no styles of its own any more.');
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style.textContent);
  shadow.adoptedStyleSheets = [sheet];
  style.remove();
}
