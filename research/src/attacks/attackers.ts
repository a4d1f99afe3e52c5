import type { Attacker } from './attacker.ts';
import { editedStrangers } from './edited.ts';
import { mapsAlone, minutiaeAlone } from './half-records.ts';
import { packs, tooManyViews } from './many-views.ts';
import { masterMinutiae } from './master-minutiae.ts';
import { clusters, pieces } from './patchwork.ts';
import { averages, masterPictures, parts } from './pictures.ts';
import { denseSoups, sparseSoups } from './soups.ts';
import { likeliestStrangers, strangers, threeStrangers } from './strangers.ts';
import { mirrored, padded, rescaled } from './transformed.ts';
import { unions } from './unions.ts';

/** Each tries both scorers. */
export const ATTACKERS: readonly Attacker[] = [
  strangers,
  likeliestStrangers,
  threeStrangers,
  packs,
  tooManyViews,
  clusters,
  pieces,
  unions,
  denseSoups,
  sparseSoups,
  averages,
  masterPictures,
  masterMinutiae,
  parts,
  editedStrangers,
  mapsAlone,
  minutiaeAlone,
  mirrored,
  rescaled,
  padded,
];
