import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'rolldown';

/** Not `LICENSE`, the name of our own. */
export const NOTICES = 'THIRD-PARTY-NOTICES.txt';
/** Generated bundles start with it. */
export const BANNER = `/*! SPDX-License-Identifier: Apache-2.0. Licenses of included packages: ${NOTICES} */`;

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Collects the packages whose code a bundle contains. Give the workers of a page a plugin with the same set. */
export const collectPackages = (folders: Set<string>): Plugin => ({
  name: 'collect-packages',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
        const [folder] = PACKAGE_FOLDER.exec(id.replace('\0', '')) ?? [];
        if (folder) folders.add(folder);
      }
  },
});

/** Packages of the MIT license that bring only its name and their author. */
const NAMED_ONLY: Readonly<Record<string, string>> = { 'abstract-logging': 'Copyright (c) James Sumners' };
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files
(the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR
ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH
THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The license of each package, as its authors ask. Throws if a package brings none. */
export function thirdPartyNotices(folders: Iterable<string>): string {
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = licenseTexts(folder, name);
    if (texts.length === 0) throw new Error(`${name} has no license text to ship with it`);
    return [`${name} ${version} (${license})`, ...texts];
  });
  return notices
    .sort(([a], [b]) => (a! < b! ? -1 : 1))
    .map((parts) => `${parts.join('\n\n')}\n`)
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseTexts(folder: string, name: string): string[] {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8').trim();
  const files = globSync('{LICEN[CS]E,licen[cs]e,NOTICE}*', { cwd: folder }).sort();
  if (files.length > 0) return files.map(read);
  const author = NAMED_ONLY[name];
  if (author !== undefined) return [`${author}\n\n${MIT}`];
  return globSync('README*', { cwd: folder }).flatMap(
    (file) => /^#+ license\n([\s\S]+)/im.exec(read(file))?.[1]?.trim() ?? [],
  );
}
