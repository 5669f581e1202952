import { readFileSync } from 'node:fs';
import { resolveProjectPath } from './project.mjs';

/**
 * Returns the packages that ship as a software bill of materials: CycloneDX 1.6, for JSON. Electron is one of its components,
 * with Chromium and Node.js inside. The same packages always give the same text.
 * @param {{ packages: readonly import('./third-party-notices.mjs').LicensedPackage[], electronVersion: string }} options
 */
export function createBillOfMaterials({ packages, electronVersion }) {
  const application = readApplication();
  const references = new Map(packages.map((one) => [one.path, formatPackageUrl(one)]));
  // A version that is installed in several folders is one component.
  const components = [...new Map(packages.map((one) => [formatPackageUrl(one), one])).values()];
  const electron = { name: 'electron', version: electronVersion, license: 'MIT' };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: describeComponent(application, 'application') },
    components: [
      describeComponent(electron, 'framework'),
      ...components.map((one) => describeComponent(one, 'library')),
    ],
    dependencies: [
      { ref: formatPackageUrl(application), dependsOn: [formatPackageUrl(electron), ...new Set(references.values())] },
      ...components.map((one) => ({
        ref: formatPackageUrl(one),
        dependsOn: one.dependencies.map((dependency) => references.get(dependency)),
      })),
    ],
  };
}

/** @returns {Component} */
const readApplication = () => JSON.parse(readFileSync(resolveProjectPath('package.json'), 'utf8'));

/** @typedef {{ name: string, version: string, license: string, entry?: { integrity?: string } }} Component */

/** @param {Component} component @param {'application' | 'framework' | 'library'} type */
function describeComponent({ name, version, license, entry }, type) {
  const url = formatPackageUrl({ name, version });
  const [algorithm, digest] = entry?.integrity?.split('-') ?? [];
  return {
    type,
    'bom-ref': url,
    name,
    version,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    licenses: [license.includes(' ') ? { expression: license } : { license: { id: license } }],
    purl: url,
  };
}

/** @param {Pick<Component, 'name' | 'version'>} component */
const formatPackageUrl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
