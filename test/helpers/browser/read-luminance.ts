/** The contrast ratio of WCAG 2. */
export function contrast(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Returns the relative luminance of a color, as WCAG 2 defines it. A transparent one is over its ancestors' colors. */
export function readLuminance(element: Element, property: 'color' | 'backgroundColor'): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  if (!context) throw new Error('The canvas cannot be drawn on.');
  const colors = [getComputedStyle(element)[property]];
  for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement)
    colors.unshift(getComputedStyle(ancestor).backgroundColor);
  for (const color of colors) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
