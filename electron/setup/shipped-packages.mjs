import { existsSync, readFileSync } from 'node:fs';
import { resolveProjectPath } from './project.mjs';

/** Packages bundled into the window, as scripts or as files. They ship, although npm lists them as development dependencies. */
const bundledPackages = [
  '@base-ui/react',
  '@fontsource-variable/inter',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-table',
  '@tanstack/react-virtual',
  'lucide-react',
  'react',
  'react-dom',
  'react-dropzone',
  'tailwindcss',
  'uplot',
  'wavesurfer.js',
  'zustand',
];

/** Dependencies of packages that the application never loads, with what they are for. */
const unusedPackages = new Set([
  '@napi-rs/canvas', // pdf.js draws pages with it; here it only reads their text
  'adm-zip', // onnxruntime-node unpacks GPU libraries with it when it is installed
  'global-agent', // onnxruntime-node downloads them with it
  'json-schema-typed', // types only
  'node-addon-api', // C++ headers of keytar
  'type-fest', // types only
]);

/** The package that embeds texts on systems for which onnxruntime-node has no binary. */
const wasmRuntime = '@lat.md/embed';

/**
 * @typedef {{ platform: string, arch: string }} Target
 * @typedef {{ version: string, license?: string, integrity?: string, dev?: boolean, devOptional?: boolean, dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockedPackage
 * @typedef {{ path: string, entry: LockedPackage, isBundled: boolean, dependencies: readonly string[] }} ShippedPackage
 *   with paths below the project; a bundled package is part of the window's scripts
 */

/** Returns the packages whose code is part of the application for a system. @param {Target} [target] @returns {readonly ShippedPackage[]} */
export function listShippedPackages(target = process) {
  const packages = readLockedPackages();
  const loaded = collectPackages(packages, Object.keys(packages['']?.dependencies ?? {}), target);
  const all = new Set([...loaded, ...collectPackages(packages, bundledPackages, target)]);
  return [...all].toSorted().map((path) => ({
    path,
    entry: packages[path],
    isBundled: !loaded.has(path),
    dependencies: listDependencies(packages, path, target),
  }));
}

/** Returns patterns for electron-builder of the installed files that the application does not load on a system. @param {Target} [target] */
export function listExcludedFiles(target = process) {
  const packages = readLockedPackages();
  const shipped = new Set(listShippedPackages(target).map(({ path }) => path));
  const unused = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional && !shipped.has(path))
    .map(([path]) => `!${path}/**`);
  return [...unused, hasOnnxRuntime(target) ? '!**/*.safetensors' : '!dist/model/*.onnx'];
}

/** Whether onnxruntime-node has a binary for a system. @param {Target} target */
const hasOnnxRuntime = ({ platform, arch }) =>
  existsSync(resolveProjectPath('node_modules/onnxruntime-node/bin/napi-v6', platform, arch));

/** @returns {Record<string, LockedPackage>} */
const readLockedPackages = () => JSON.parse(readFileSync(resolveProjectPath('package-lock.json'), 'utf8')).packages;

/** Returns the paths of packages and of everything they load. @param {Record<string, LockedPackage>} packages @param {readonly string[]} names @param {Target} target */
function collectPackages(packages, names, target) {
  const collected = new Set();
  const pending = names.filter((name) => isLoaded(name, target)).map((name) => `node_modules/${name}`);
  for (const path of pending) {
    if (collected.has(path)) continue;
    collected.add(path);
    pending.push(...listDependencies(packages, path, target));
  }
  return collected;
}

/** Returns the paths of the packages that a package loads. @param {Record<string, LockedPackage>} packages @param {string} path @param {Target} target */
function listDependencies(packages, path, target) {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies })
    .filter((name) => isLoaded(name, target))
    .map((name) => resolvePackage(packages, path, name))
    .filter((dependency) => existsSync(resolveProjectPath(dependency, 'package.json')));
}

/** @param {string} name @param {Target} target */
const isLoaded = (name, target) => !unusedPackages.has(name) && !(name === wasmRuntime && hasOnnxRuntime(target));

/** Finds a package as Node does: in the folder of the dependent package, then in those above. @param {Record<string, LockedPackage>} packages @param {string} from @param {string} name */
function resolvePackage(packages, from, name) {
  for (let folder = from; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
  }
  return `node_modules/${name}`;
}
