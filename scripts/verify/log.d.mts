import type { Report } from './check.mjs';

export const LOG_COMMANDS: readonly string[];
export function checkLog(params: {
  command: string;
  words: readonly string[];
  origin: string | undefined;
  get: ((path: string) => Promise<string | null>) | null;
}): Promise<Report>;
