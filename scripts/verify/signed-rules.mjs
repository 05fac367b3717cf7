/** What is checked where keys, checkpoints or proofs were given: see evidence.mjs and log.mjs. */
export const SIGNED_RULES = {
  'signed.keys': 'Each key follows the one before it, is named by it, and stays published.',
  'signed.receipt': 'The receipt is signed, with its number and hash, by a published key.',
  'signed.checkpoint': 'A checkpoint is signed by a published key.',
  'signed.begins': 'A checkpoint begins with all of the ones before it.',
  'signed.tree': 'The root of a checkpoint is the one over the tape.',
  'signed.tick': 'Each tick named was on the tape when a later checkpoint was signed.',
};
