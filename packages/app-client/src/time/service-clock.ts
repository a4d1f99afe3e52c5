/** The service's time. Every answer with `now` corrects it, so the device's clock does not matter. */
export class ServiceClock {
  #offset = 0;

  set(now: string | undefined): void {
    const time = Date.parse(now ?? '');
    if (!Number.isNaN(time)) this.#offset = time - Date.now();
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  timeLeft(until: string): number {
    return Math.max(0, Date.parse(until) - this.now());
  }
}
