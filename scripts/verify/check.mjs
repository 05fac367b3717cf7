/** Checks one receipt against the files that were given. */
import { checkContract } from './contract.mjs';
import { checkCover } from './cover.mjs';
import { canonical, sha256 } from './numbers.mjs';
import { checkOption } from './option.mjs';
import { checkEvidence } from './evidence.mjs';
import { createReport } from './report.mjs';
import { shapeFault } from './shape.mjs';

const BY_KIND = { contract: checkContract, cover: checkCover, option: checkOption };

/** The hash of a receipt: over the canonical JSON of everything but the hash and its signature. */
export function hashOf(receipt) {
  const { hash: _, signed: __, ...rest } = receipt;
  return sha256(canonical(rest));
}

function checkTapes(report, files) {
  for (const tape of files.tapes) {
    const { name, day, fault, found, root } = tape;
    report.holds(`tape ${name}`, fault === null, fault ?? `${found.size} links hold`);
    const published = files.roots?.find((one) => one.day === day && one.final);
    const isWhole = tape.from === 1 && published?.ticks === found.size;
    if (isWhole) report.same(`tape ${name}: the published root`, published.root, root);
  }
}

/** Recomputes a receipt from the files given; answers the report. */
export function checkReceipt(receipt, files) {
  const report = createReport();
  const fault = shapeFault(receipt);
  report.holds('fields', fault === null, fault ?? 'all known, none missing');
  if (fault !== null) return report;
  checkTapes(report, files);
  report.part('receipt', () => BY_KIND[receipt.kind](report, receipt, files));
  report.same('hash', receipt.hash, hashOf(receipt), 'SHA-256 of everything else');
  report.part('signature', () => checkEvidence(report, receipt, files));
  return report;
}
