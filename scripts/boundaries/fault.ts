/** One broken rule: its number in ARCHITECTURE.md 4.1, where, and what is wrong there. */
export type Fault = {
  readonly rule: number;
  readonly file: string;
  readonly line: number;
  readonly text: string;
};

/** What each rule asks, in a few words; the checks print one line for each. */
export const RULES: Readonly<Record<number, string>> = {
  0: 'every file can be read',
  1: 'no circles',
  2: 'packages look down only',
  3: 'packages and apps stay apart',
  4: 'imports are declared and by name',
  5: 'capabilities look down only',
  6: 'one door into a capability',
  7: 'rules are pure',
  8: 'routes touch no database',
  9: 'each schema in its own store',
  10: 'only the ledger names its tables',
  11: 'platform knows no capability',
  12: 'features are islands',
  13: 'network and storage in one file',
  14: 'clock, chance, environment, console',
  15: 'refused constructs',
  16: 'odd spellings stay on the wire',
  19: 'no literal text on screen',
  22: 'the verifier shares no code',
  23: 'no two folders import both ways, and no room imports up or sideways',
};

/** A fault as one line a terminal can open: file, line, rule, sentence. */
export function faultLine(fault: Fault): string {
  return `${fault.file}:${fault.line} rule ${fault.rule}: ${fault.text}`;
}
