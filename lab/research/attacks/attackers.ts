import type { Attacker } from './attacker.ts';
import { editedCaptures } from './edited.ts';
import { mapsAlone, minutiaeAlone } from './half-records.ts';
import { packs, tooManyViews } from './many-views.ts';
import { masterMinutiae } from './master-minutiae.ts';
import { clusters, pieces } from './patchwork.ts';
import { averages, masterPictures, parts } from './pictures.ts';
import { denseRandomMinutiae, sparseRandomMinutiae } from './random-minutiae.ts';
import { likeliestFingers, otherFingers, threeFingers } from './other-fingers.ts';
import { mirrored, padded, rescaled } from './transformed.ts';
import { unions } from './unions.ts';

/** Each tries both scorers. */
export const ATTACKERS: readonly Attacker[] = [
  otherFingers,
  likeliestFingers,
  threeFingers,
  packs,
  tooManyViews,
  clusters,
  pieces,
  unions,
  denseRandomMinutiae,
  sparseRandomMinutiae,
  averages,
  masterPictures,
  masterMinutiae,
  parts,
  editedCaptures,
  mapsAlone,
  minutiaeAlone,
  mirrored,
  rescaled,
  padded,
];
