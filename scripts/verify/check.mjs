/** Checks one receipt against the files that were given. */
import { checkContract } from './contract.mjs';
import { checkConversion } from './conversion.mjs';
import { checkCover } from './cover.mjs';
import { checkDonation } from './donation.mjs';
import { canonical } from './numbers.mjs';
import { checkOption } from './option.mjs';
import { checkPlanDay, checkPlanExit, checkPlanFill, checkPlanFund } from './plan.mjs';
import { createReport } from './report.mjs';
import { checkSale } from './sale.mjs';
import { shapeFault } from './shape.mjs';
import { sha256 } from './sha256.mjs';
import { viewOf } from './view.mjs';

export { RULES } from './rules.mjs';

const BY_KIND = {
  collateralSale: checkSale,
  contract: checkContract,
  conversion: checkConversion,
  cover: checkCover,
  donation: checkDonation,
  option: checkOption,
  planDay: checkPlanDay,
  planExit: checkPlanExit,
  planFill: checkPlanFill,
  planFund: checkPlanFund,
};

/** The hash of a receipt: over the canonical JSON of everything but the hash and its signature. */
export function hashOf(receipt) {
  const { hash: _, signed: __, ...rest } = receipt;
  return sha256(canonical(rest));
}

function checkTapes(report, files) {
  for (const { name, fault, found } of files.tapes) {
    const detail = fault ?? `${found.size} links hold`;
    report.holds('tape.chain', `tape ${name}`, fault === null, detail);
  }
  for (const { rule, what, detail } of viewOf(files).faults) {
    report.holds(rule, what, false, detail);
  }
}

/**
 * Recomputes a receipt from the files given; answers the report. `evidence` also checks what was
 * signed: see evidence.mjs, which needs Node and is left out where a page runs the rules.
 */
export function checkReceipt(receipt, files, evidence = null) {
  const report = createReport();
  const fault = shapeFault(receipt);
  report.holds('receipt.fields', 'fields', fault === null, fault ?? 'all known, none missing');
  if (fault !== null) return report;
  if (receipt.rehearsal === true) {
    report.holds('feed.mode', 'REHEARSAL', true, 'of an installation in which nothing is money');
  }
  report.part('tape.chain', 'tape', () => checkTapes(report, files));
  report.part('receipt.fields', 'receipt', () => BY_KIND[receipt.kind](report, receipt, files));
  const how = 'SHA-256 of everything else';
  report.same('receipt.hash', 'hash', { said: receipt.hash, is: hashOf(receipt), how });
  if (evidence !== null)
    report.part('signed.receipt', 'signature', () => evidence(report, receipt, files));
  return report;
}
