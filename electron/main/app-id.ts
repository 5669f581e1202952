/** The ID of the application on Windows. The installer writes it into the shortcuts: `appId` in electron-builder.yml. */
export const appId = 'io.github.switchboard.desktop';
