import { decodeTemplate, encodeTemplate, extract, ImageError, type Image, type View } from '@authly/fingerprint';

/** As a record keeps it, so that it is judged here as the service will judge it, with what to do better. A picture without a readable finger is no fault of the program: the person tries again. */
export function viewOf(image: Image): View | undefined {
  try {
    const seen = extract(image);
    const kept = decodeTemplate(encodeTemplate([seen]))[0];
    return kept && seen.fault ? { ...kept, fault: seen.fault } : kept;
  } catch (error) {
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}
