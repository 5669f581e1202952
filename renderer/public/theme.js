// Runs before the first paint, so that a chosen theme and text size never flash; the settings of the service follow and rule.
const known = { theme: ['light', 'dark'], textSize: ['small', 'large', 'largest'] };
for (const [name, values] of Object.entries(known)) {
  const remembered = localStorage.getItem(`switchboard.${name}`);
  if (values.includes(remembered)) document.documentElement.dataset[name] = remembered;
}
