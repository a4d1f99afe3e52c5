export interface StreamEvent {
  readonly name: string;
  readonly data: string;
}

export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #name = 'message';
  #data: string[] = [];

  push(bytes: Uint8Array): StreamEvent[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true });
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => (line === '' ? this.#complete() : this.#field(line)));
  }

  #complete(): StreamEvent[] {
    const event = { name: this.#name, data: this.#data.join('\n') };
    const isEmpty = this.#data.length === 0;
    this.#name = 'message';
    this.#data = [];
    return isEmpty ? [] : [event];
  }

  #field(line: string): [] {
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'data') this.#data.push(value);
    if (field === 'event') this.#name = value;
    return [];
  }
}
