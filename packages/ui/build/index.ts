/**
 * build — what both web applications are built and served with while they are developed. Runs in
 * Node, beside the parts and never among them.
 */
export { compressed } from './compressed.ts';
export { startDevServer, type DevServer } from './dev-server.ts';
export { earlyFont } from './early-font.ts';
export { licences } from './licences.ts';
export { phosphorWeights } from './phosphor-weights.ts';
export { refusalCodes } from './refusal-codes.ts';
export { textParts } from './text-parts.ts';
