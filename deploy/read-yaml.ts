import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** Every document of a file beside this one. A key that stands twice is an error. */
export const documentsOf = <Document>(path: string): Document[] =>
  parseAllDocuments(readFileSync(join(import.meta.dirname, path), 'utf8'), { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as Document;
  });

export const yamlFiles = (folder: string): string[] =>
  readdirSync(join(import.meta.dirname, folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${folder}/${name}`);
