import type { VNode } from 'preact';

/** A state as a word; its colour only repeats it. */
export const Status = ({ status }: { status: string }): VNode => <span class={`status ${status}`}>{status}</span>;
