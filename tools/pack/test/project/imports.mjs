import * as browser from '@authly/browser';
import * as merchant from '@authly/merchant';
import * as runner from '@authly/merchant/bio-check';
import * as node from '@authly/merchant/node';
import vectors from '@authly/merchant/signature-vectors.json' with { type: 'json' };
import * as testing from '@authly/merchant/testing';
import { tryPackages } from './try-packages.mjs';

await tryPackages({ browser, merchant, node, runner, testing, vectors });
