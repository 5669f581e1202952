const isRoot = process.getuid?.() === 0;
const chromiumPath = process.env['CHROMIUM_PATH'];

/** How the tests start Chromium: the one that CHROMIUM_PATH names, or Playwright's own. */
export const chromiumLaunchOptions = {
  args: [
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's sandbox refuses the root user; the product itself never passes this.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
  ...(chromiumPath && { executablePath: chromiumPath }),
};
