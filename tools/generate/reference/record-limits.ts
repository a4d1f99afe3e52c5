import { QUALITY_BAR } from '@authly/fingerprint';
import { INSPECT, PREPARE, RESAMPLE } from '../../../packages/fingerprint/src/constants.ts';
import { COMPARED } from '../../../packages/fingerprint/src/inspect/index.ts';
import { MAX_PIXELS_PER_CM, MAX_RATIO, MIN_PIXELS_PER_CM } from '../../../packages/fingerprint/src/record/grid.ts';
import { MAX_QUALITY } from '../../../packages/fingerprint/src/record/format.ts';
import { CAPTURES } from '../../../packages/app-client/src/captures.ts';
import { table, type Filled } from '../markdown.ts';

const { views, minutiae, maxImageSide, maxExtent, maxSpread, minAreaPerMinutia, near, maxNear, crowdRadius, maxCrowd } =
  INSPECT;
const percent = (share: number): string => `${Math.round(share * 100)} %`;

// biome-ignore format: one row a line
export const recordLimits = (): string =>
  table(['Limit', 'Value', 'Otherwise'], [
    ['Views', `1 to ${views.enrollment} in an enrollment, 1 to ${views.probe} in a verification`, '`template_invalid`'],
    ['Minutiae of each view', `${minutiae.min} to ${minutiae.max}; of more than ${PREPARE.maxMinutiae}, those with the best quality are compared`, '`template_invalid`'],
    ['One view of an enrollment, at least', `${QUALITY_BAR.minutiae} minutiae and a quality of ${QUALITY_BAR.quality}`, '`quality_too_low`'],
    ['Resolution', `${MIN_PIXELS_PER_CM} to ${MAX_PIXELS_PER_CM} pixels per centimeter; the two differ by at most ${percent(MAX_RATIO - 1)}`, '`template_invalid`'],
    ['Width and height of the image', `at most ${maxImageSide} pixels`, '`template_invalid`'],
    ['From the first minutia to the last, in x and in y', `at most ${maxExtent} pixels`, '`template_invalid`'],
    ['Root mean square distance of the minutiae from their middle', `at most ${maxSpread} pixels`, '`template_invalid`'],
    ['2π times the square of that distance', `at least ${minAreaPerMinutia} square pixels for each minutia`, '`template_invalid`'],
    ['Position of each minutia', 'inside the image', '`template_invalid`'],
    ['Quality of a view or a minutia', `at most ${MAX_QUALITY}`, '`template_invalid`'],
    ['Extended data', 'whole areas of type, length and data', '`template_invalid`'],
    [`Minutiae with another one nearer than ${near} pixels`, `at most ${percent(maxNear)}`, '`template_invalid`'],
    [`Other minutiae within ${crowdRadius} pixels of one`, `at most ${maxCrowd}`, '`template_invalid`'],
  ]);

export const RECORD_VALUES: Filled = {
  'record.dpi': () => String(RESAMPLE.dpi),
  'record.captures': () => `${CAPTURES.enroll} views in an enrollment and ${CAPTURES.verify} in a verification`,
  'record.compared': () => COMPARED.join(' and the best '),
  'record.views': () => `1 to ${views.enrollment} in an enrollment, 1 to ${views.probe} in a verification`,
};
