import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { appId } from '../../electron/service/platform/files/app-paths.ts';

type Helper = {
  readonly getDesktopFileName: () => string;
  readonly computeDesktopEntry: (options: object) => Promise<string>;
};

type BuilderModules = {
  readonly LinuxTargetHelper: new (packager: object) => Helper;
  readonly default: new (
    name: string,
    packager: object,
    helper: Helper,
    folder: string,
  ) => { readonly desktopEntry: { readonly value: Promise<string> } };
};

type Config = { readonly appId: string; readonly fileAssociations: readonly object[]; readonly linux: object };

const readProjectFile = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const config = load(readProjectFile('electron-builder.yml')) as Config;
const metadata = JSON.parse(readProjectFile('package.json')) as { readonly productName: string; desktopName?: string };

/** Loads a part of electron-builder that only its packagers use. */
const loadBuilder = (path: string) =>
  createRequire(import.meta.url)(`app-builder-lib/out/targets/${path}.js`) as BuilderModules;

const packager = {
  config,
  platformSpecificBuildOptions: config.linux,
  fileAssociations: config.fileAssociations,
  info: { metadata },
  appInfo: { productName: metadata.productName, sanitizedProductName: metadata.productName, buildVersion: '1.0.0' },
  executableName: 'switchboard',
};
const helper = new (loadBuilder('LinuxTargetHelper').LinuxTargetHelper)(packager);

const readEntry = (text: string) =>
  Object.fromEntries(text.split('\n').flatMap((line) => [line.split('=', 2)].filter((pair) => pair.length === 2)));

it('the desktop entries of the packages for Linux start the application with its sandbox', async () => {
  const { default: AppImageTarget } = loadBuilder('appimage/AppImageTarget');
  const entry = readEntry(await new AppImageTarget('appImage', packager, helper, 'release').desktopEntry.value);
  expect(entry['Exec']).toBe('AppRun %U');
  expect(readEntry(await helper.computeDesktopEntry(config.linux))['Exec']).toBe('/opt/Switchboard/switchboard %U');
});

it('the desktop entry on Linux has the name that Electron gives its windows', async () => {
  const { StartupWMClass } = readEntry(await helper.computeDesktopEntry(config.linux));
  expect(metadata.desktopName).toBe(`${helper.getDesktopFileName()}.desktop`);
  expect(StartupWMClass).toBe(helper.getDesktopFileName());
});

it('the application on Windows has the ID of its shortcuts, without which notifications are not shown', () => {
  expect(config.appId).toBe(appId);
});
