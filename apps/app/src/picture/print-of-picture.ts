import { fromPhoto, type Image, type PhotoFault } from '@authly/fingerprint';
import { colourfulness, type Picture } from './gray.ts';
import { toScan } from './to-scan.ts';

/** From here on a picture has colours: a finger on a gray table has 0.1, a scan that was saved in colour 0.02. */
const COLOURFUL = 0.06;

/** A picture in colour is a photo of a finger; a gray one is a scan, or a photo of one. A photo that is not good enough is not tried. */
export function printOfPicture(picture: Picture): Image | PhotoFault {
  if (colourfulness(picture) < COLOURFUL) return toScan(picture);
  const reading = fromPhoto(picture);
  return 'fault' in reading ? reading.fault : reading.image;
}
