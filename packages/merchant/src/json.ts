export { isObject, type JsonObject } from '@authly/contract/wire/json-structure';

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
