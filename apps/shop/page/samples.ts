// oxlint-disable import/default, import/no-named-as-default -- Vite makes the text of a file its default export
import browser from './browser-sample.ts?raw';
import enroll from '../src/samples/enroll.ts?raw';
import pay from '../src/samples/pay.ts?raw';

export const [browserSample, enrollSample, paySample] = [browser.trim(), enroll.trim(), pay.trim()];
