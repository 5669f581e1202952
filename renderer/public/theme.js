// Runs before the first paint, so that a chosen theme never flashes; the settings of the service follow and rule.
const remembered = localStorage.getItem('switchboard.theme');
if (remembered === 'light' || remembered === 'dark') document.documentElement.dataset.theme = remembered;
