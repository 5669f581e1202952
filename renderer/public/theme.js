// Runs before the first paint, so that the saved theme, text size and density apply without a flash. The settings of the service
// replace them as soon as they are loaded.
const allowed = { theme: ['light', 'dark'], textSize: ['small', 'large', 'largest'], density: ['compact'] };
for (const [name, values] of Object.entries(allowed)) {
  const saved = localStorage.getItem(`switchboard.${name}`);
  if (values.includes(saved)) document.documentElement.dataset[name] = saved;
}
