/** Reads `text/event-stream` from bytes, wherever the network cut them. Only `data` matters here; comments are heartbeats. */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #data: string[] = [];

  /** The data of every event that these bytes complete. */
  push(bytes: Uint8Array): string[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#take(line));
  }

  #take(line: string): string[] {
    if (line === '') {
      const data = this.#data;
      this.#data = [];
      return data.length === 0 ? [] : [data.join('\n')];
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'data') this.#data.push(value);
    return [];
  }
}
