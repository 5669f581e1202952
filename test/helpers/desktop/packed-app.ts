import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const { platform, arch } = process;
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly version: string;
};
const release = fileURLToPath(new URL('../../../release', import.meta.url));
const suffix = arch === 'x64' ? '' : `-${arch}`;

/** The application that `npm run package -- --dir` packs for this system. */
const layout = {
  linux: { executable: `linux${suffix}-unpacked/switchboard`, resources: `linux${suffix}-unpacked/resources` },
  win32: { executable: `win${suffix}-unpacked/Switchboard.exe`, resources: `win${suffix}-unpacked/resources` },
  darwin: {
    executable: `mac${suffix}/Switchboard.app/Contents/MacOS/Switchboard`,
    resources: `mac${suffix}/Switchboard.app/Contents/Resources`,
  },
}[platform as 'linux' | 'win32' | 'darwin']; // the systems of electron-builder.yml

const resources = join(release, layout.resources);

/** The paths of the packed application. */
export const packedApp = {
  executable: join(release, layout.executable),
  resources,
  archive: join(resources, 'app.asar'),
  /** The files that are outside the archive. */
  unpacked: join(resources, 'app.asar.unpacked'),
  billOfMaterials: join(release, `switchboard-${version}-${platform}-${arch}.cdx.json`),
};
