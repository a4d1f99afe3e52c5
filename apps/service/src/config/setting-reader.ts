import { readFileSync } from 'node:fs';
import { attempted } from '../runtime/attempted.ts';
import { SETTINGS, type Setting, type SettingName } from './settings.ts';
import { ConfigError, UnreadableFileError } from './config-error.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Collects all errors, so that an operator sees them at once. */
export class SettingReader {
  readonly env: Env;
  readonly problems: string[] = [];
  readonly #unreadable: string[] = [];

  constructor(env: Env) {
    this.env = env;
    for (const file of Object.keys(SETTINGS) as SettingName[]) {
      const [name] = file.split(/_FILE$/);
      if (name !== file && env[name!] && env[file]) this.wrong(file, `and ${name} are both set: keep one of them`);
    }
  }

  value(name: SettingName): string | undefined {
    const { default: fallback }: Setting = SETTINGS[name];
    return this.env[name] || fallback;
  }

  wrong(name: SettingName, rule: string): undefined {
    this.problems.push(`${name} ${rule}`);
    return undefined;
  }

  /** The text of the file that a setting names, which is not empty. */
  file(name: SettingName): string | undefined {
    const file = this.value(name);
    const text = file === undefined ? undefined : fileText(file)?.trim();
    if (file !== undefined && !text)
      this.#unreadable.push(`${name} points to a file that cannot be read or is empty: ${file}`);
    return text || undefined;
  }

  throwProblems(): void {
    if (this.problems.length > 0) throw new ConfigError([...this.problems, ...this.#unreadable]);
    if (this.#unreadable.length > 0) throw new UnreadableFileError(this.#unreadable);
  }

  text(name: SettingName): string {
    return this.value(name) ?? '';
  }

  oneOf<Value extends string>(name: SettingName, values: readonly Value[]): Value {
    const value = this.value(name);
    if (value === undefined || !(values as readonly string[]).includes(value))
      this.wrong(name, `must be one of: ${values.join(', ')}`);
    return value as Value;
  }

  integer(name: SettingName, min: number, max: number): number {
    const value = this.text(name);
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    this.wrong(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  port(name: SettingName): number {
    return this.integer(name, 0, 65_535);
  }

  list(name: SettingName): string[] {
    return this.text(name)
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
  }
}

export const fileText = (file: string): string | undefined => attempted(() => readFileSync(file, 'utf8'));

export function readAlone<T>(env: Env, from: (read: SettingReader) => T): T {
  const read = new SettingReader(env);
  const found = from(read);
  read.throwProblems();
  return found;
}
