/** The service's time on this device, however wrong the device's own clock is. Set right by every answer that says `now`. */
export class ServiceClock {
  #offset = 0;

  /** `now` of an answer that has just come. What does not say a time changes nothing. */
  set(now: string | undefined): void {
    const time = Date.parse(now ?? '');
    if (!Number.isNaN(time)) this.#offset = time - Date.now();
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  /** Milliseconds until then, never below zero. */
  timeLeft(until: string): number {
    return Math.max(0, Date.parse(until) - this.now());
  }
}
