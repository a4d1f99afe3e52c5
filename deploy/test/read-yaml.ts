import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

const FOLDER = join(import.meta.dirname, '..');

/** Every document of a file in deploy/. A duplicate key is an error. */
export const documentsOf = <Document>(path: string): Document[] =>
  parseAllDocuments(readFileSync(join(FOLDER, path), 'utf8'), { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as Document;
  });
