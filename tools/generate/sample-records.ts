import { encodeTemplate, extract, loadEngine, synthesize, type View } from '@authly/fingerprint';

const [FINGER, OTHER_FINGER] = [1, 101];

/** Removes the ridge map, which other apps do not send. */
function capture(finger: number, impression: number): View {
  const { extended: _, ...view } = extract(synthesize({ finger, impression }));
  return view;
}

const base64 = (...views: View[]): string => Buffer.from(encodeTemplate(views)).toString('base64');

export function sampleRecords(): object {
  loadEngine();
  return {
    about:
      'Records of synthetic fingers, to be sealed and sent in the test environment: an enrollment of three views, a probe of the same finger, and a probe of another one. They belong to nobody.',
    enrollment_base64: base64(capture(FINGER, 0), capture(FINGER, 1), capture(FINGER, 2)),
    probe_base64: base64(capture(FINGER, 3)),
    other_finger_base64: base64(capture(OTHER_FINGER, 0)),
  };
}
