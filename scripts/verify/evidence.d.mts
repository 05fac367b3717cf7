import type { Report } from './check.mjs';

export function checkEvidence(report: Report, receipt: never, files: never): void;
