#!/usr/bin/env node
// `node electron/setup/collect-release.mjs FROM TO`: copies the packages of all systems, which are in folders of FROM, into the
// new folder TO. Update feeds of the same name, such as for the two kinds of Mac, become one feed with the files of both.
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { dump, load } from 'js-yaml';

const [from = '', to = ''] = process.argv.slice(2);
const pathsByName = Map.groupBy(globSync(join(from, '*', '*')).toSorted(), (path) => basename(path));
mkdirSync(to);
for (const [name, paths] of pathsByName) {
  if (paths.length === 1) copyFileSync(paths[0], join(to, name));
  else if (name.endsWith('.yml')) writeFileSync(join(to, name), mergeFeeds(paths));
  else throw new Error(`Several systems have a file ${name}.`);
}

/** An application chooses the file for its processor by the name. @param {readonly string[]} paths */
function mergeFeeds(paths) {
  const feeds = paths.map((path) => load(readFileSync(path, 'utf8')));
  const versions = new Set(feeds.map(({ version }) => version));
  if (versions.size > 1) throw new Error(`${paths.join(' and ')} have different versions.`);
  const files = feeds.flatMap((feed) => feed.files);
  const urls = new Set(files.map(({ url }) => url));
  if (urls.size < files.length) throw new Error(`${paths.join(' and ')} name the same file.`);
  return dump({ ...feeds[0], files }, { lineWidth: -1 });
}
