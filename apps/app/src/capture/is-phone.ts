/** Phones and tablets: their camera app can take the photo, and no reader's program runs on them. */
export const isPhone = (userAgent: string): boolean => /Android|iPhone|iPad|iPod/.test(userAgent);
