const isRoot = process.getuid?.() === 0;
const chromiumPath = process.env['CHROMIUM_PATH'];

/** Launch options for Chromium: the executable at CHROMIUM_PATH, or else Playwright's own. */
export const chromiumLaunchOptions = {
  args: [
    // Tests have no use for a GPU process, which draws in software on most machines that run them.
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // Chromium's sandbox does not support the root user. The product itself never disables it.
    ...(isRoot ? ['--no-sandbox'] : []),
  ],
  ...(chromiumPath && { executablePath: chromiumPath }),
};
