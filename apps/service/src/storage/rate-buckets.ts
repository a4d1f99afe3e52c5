const MAX_BUCKETS = 60;

/** Up to a limit of 60 each hit has its own time. Above it hits share a bucket, which leaves the window with its last hit. */
export const bucketMs = (limit: number, windowMs: number): number =>
  limit <= MAX_BUCKETS ? 1 : Math.ceil(windowMs / (MAX_BUCKETS - 1));

/** A bucket is one integer: the time of its last hit, and in the lower bits the number of its hits. */
export const COUNT_BITS = 20;
