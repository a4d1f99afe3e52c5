/** 0 to 100 for the person's eyes: clear ridges are not enough where few of them end or fork. */
export const clarityOf = ({ quality, minutiaeCount }: { quality: number; minutiaeCount: number }): number =>
  Math.min(quality, minutiaeCount * 4);
